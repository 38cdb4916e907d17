import type { Command } from './command.ts'

/** Commands about what skills are worth. */
export const BENEFIT_COMMANDS: readonly Command[] = [
  {
    name: 'bench',
    takes: 'import <file>',
    flags: {},
    words: 'Take measured scores of skills from a file; the same file twice adds nothing',
    more:
      'The file holds JSON lines, or one JSON list, of rows {"skill": name or id, "score": 0 to 1, "body_digest": the one ' +
      'that "show --json" prints for the text that was measured, or "prompt_body": that text} and, when known, "scorer" ' +
      '("bench"), "parent" (UUID of the row that it was made from, or null), "id" (UUID), "generation", "created_at" ' +
      '(unix seconds or ISO 8601) and "metadata" (an object). A row measured on another text than the skill has now is ' +
      'kept, and has no weight while it has this one. A bad row is named, costs nothing else, and makes the exit code 1.',
    json: ['rows', 'added', 'known', 'other_text', 'errors'],
    example:
      `wayland-core show auto-branch-changes-review --json | node -p "const s = JSON.parse(fs.readFileSync(0)); ` +
      `JSON.stringify({ skill: s.name, score: 0.8, body_digest: s.body_digest })" > scores.jsonl && ` +
      'wayland-core bench import scores.jsonl',
    load: () => import('./commands/bench.ts'),
  },
  {
    name: 'lift',
    takes: '',
    flags: {
      skill: { value: 'id', words: 'Tell of this skill alone: a name, an id, or the unique beginning of one' },
      svg: { value: 'file', words: 'Also draw it, as SVG' },
    },
    words: 'What skills are worth: success with each against success without, and how sure that is',
    more:
      'Compares runs for which a skill was offered with runs for which it could have been and was not: those held out, ' +
      'and those where going without one was drawn. Forced picks and tasks without a fitting skill do not count. An ' +
      'offer counts whether or not the skill was loaded. Verdicts: helps, probably helps, harms, probably harms, no ' +
      'difference seen, not enough evidence (and how many more uses it would take).',
    json: ['overall', 'skills'],
    example: 'wayland-core lift',
    load: () => import('./commands/lift.ts'),
  },
]
