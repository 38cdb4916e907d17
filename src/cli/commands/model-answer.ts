import type { Words } from '../command.ts'

export const command: Words = {
  topic: 'learning',
  takes: '<id>',
  words: 'Answer a question that waits: JSON on stdin',
  flags: {},
  text: [
    'The answer is checked when it is taken in: one that does not fit the schema is asked for once more. The file can be written by hand as well: handoff/<id>.answer.json in the data folder, {id, value, model?, usage?}.',
  ],
  json: { id: 'of the question', answered: 'true' },
  example:
    'id=$(wayland-core model questions --json | node -p \'JSON.parse(fs.readFileSync(0)).questions[0]?.id ?? ""\'); test -z "$id" || echo \'{"word":"ready","sum":42}\' | wayland-core model answer "$id"',
}

export { run } from './model-questions.ts'
