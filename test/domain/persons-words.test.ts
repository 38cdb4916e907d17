import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHILD_MARK } from '../../src/domain/child-mark.ts'
import { NOTICE } from '../../src/domain/draft/body-ends.ts'
import { composeDraft } from '../../src/domain/draft/compose.ts'
import { hintOf } from '../../src/domain/hint-text.ts'
import { newsLine, personsWords } from '../../src/domain/persons-words.ts'
import { renderSkill } from '../../src/domain/render.ts'
import { toTrajectory } from '../../src/domain/turn.ts'
import { aTurn, bash } from './draft/turns.ts'

const PATH = '/home/u/.config/wayland-core/skills/auto-branch-review/SKILL.md'
const draftOf = (request: string): string =>
  composeDraft({
    signature: 'branch-review',
    trajectories: [1, 2, 3].map(() => aTurn(request, [bash('git diff'), bash('npm test')])),
  }).skillMd
const folder = PATH.replace('/SKILL.md', '')
const promoted = (skillMd: string): string => skillMd.replace(`${NOTICE}\n\n`, '')
const bodyOf = (skillMd: string): string => skillMd.slice(skillMd.indexOf('\n---\n') + 5).trim()

/** Everything that this package puts before a model, each made by what makes it. */
const OWN: readonly (readonly [string, (request: string) => string])[] = [
  ['a hint', (request) => hintOf({ name: 'auto-branch-review', about: request }, { file: PATH })],
  [
    'a hint with the text',
    (request) => hintOf({ name: 'auto-branch-review', about: request }, { text: bodyOf(draftOf(request)) }),
  ],
  ['news of one draft', () => newsLine(['auto-branch-review']) ?? ''],
  ['news of many drafts', () => newsLine(['a', 'b', 'c', 'd', 'e']) ?? ''],
  ['a rendered draft', (request) => renderSkill({ text: draftOf(request), folder, isReviewed: false }).text],
  ['a rendered skill', (request) => renderSkill({ text: promoted(draftOf(request)), folder, isReviewed: true }).text],
  ['a SKILL.md', draftOf],
  ['the text of a draft', (request) => bodyOf(draftOf(request))],
  ['the text of a promoted draft', (request) => bodyOf(promoted(draftOf(request)))],
]

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** How agents put what a hook or a skill gives them before a model. */
const WRAPPERS: readonly (readonly [string, (own: string) => string])[] = [
  ['nothing', (own) => own],
  ['Gemini CLI', (own) => `<hook_context>${escaped(own)}</hook_context>`],
  ['Qwen Code', (own) => `<qwen:user-prompt-submit-context>\n${own}\n</qwen:user-prompt-submit-context>`],
  ['Claude Code', (own) => `<system-reminder>\nUserPromptSubmit hook additional context: ${own}\n</system-reminder>`],
  ['a line that announces it', (own) => `UserPromptSubmit hook additional context: ${own}`],
  ['Codex', (own) => `<hook_prompt hook_run_id="stop:0">${own}</hook_prompt>`],
  ['pi', (own) => `<skill name="auto-branch-review" location="${PATH}">\n${own}\n</skill>`],
  ['a tag nobody knows', (own) => `<context source="x">\n${own}\n</context>`],
  ['two tags', (own) => `<a><b>\n${own}\n</b></a>`],
]

const json = (own: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: own } })

/** Words of a person: any text that holds nothing of ours or of an engine. */
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.lorem({ maxCount: 20 }),
    fc
      .array(
        fc.constantFrom('fix <div> tags', '[wayland-core', '\n', '## Steps', '---', '</b>', '{"a":1}', 'ok:', ' '),
        {
          maxLength: 12,
        },
      )
      .map((all) => all.join(' ')),
  )
  .map((text) => text.trim())
const place = fc.constantFrom('before', 'after', 'both', 'alone')
const glue = fc.constantFrom('\n', '\n\n', '\r\n\r\n')

describe.each(OWN)('%s', (_, own) => {
  it.each(WRAPPERS)('in the wrapper of %s: what is recorded is the person’s text', (_, wrap) =>
    fc.assert(
      fc.property(words, words, place, glue, (person, request, where, glued) => {
        fc.pre(personsWords(person) === person)
        const text = wrap(own(request))
        const said = { before: [text, person], after: [person, text], both: [text, person, text], alone: [text] }[where]
        const { userInput } = toTrajectory({ userInput: said.join(glued) }, new Date(0))
        expect(userInput).toBe(where === 'alone' ? '' : person)
      }),
      { numRuns: 12 },
    ),
  )
})

it('a hint is taken from the end of a line that a person began, and an answer of the hook that nobody read', () => {
  const hint = hintOf({ name: 'auto-x', about: 'runs "make x"' }, { file: PATH })
  expect(personsWords(`fix the lint ${hint}`)).toBe('fix the lint')
  expect(personsWords(`${hint} fix the lint`)).toBe('fix the lint')
  expect(personsWords(`fix the lint\n${json(hint)}`)).toBe('fix the lint')
  expect(personsWords(`fix the lint\n<hook_context>${json(hint)}</hook_context>`)).toBe('fix the lint')
})

it('arguments that a skill was called with are the person’s', () => {
  const text = draftOf('review the branch')
  expect(personsWords(renderSkill({ text, folder, isReviewed: false }, 'only src/').text)).toBe('only src/')
  const own = {
    text: '---\nname: bake\ndescription: Bakes.\n---\n\nKnead.\n',
    folder: '/skills/bake',
    isReviewed: true,
  }
  expect(personsWords(renderSkill(own, 'a rye bread').text)).toBe('a rye bread')
  expect(personsWords(`please\n\n${renderSkill(own).text}`)).toBe('please')
})

it.each([
  'why does [wayland-core] print a hint?',
  '## When to use\nRequests like\n- mine',
  'explain <hook_context> to me',
  'the <skill> tag of our XML </skill>',
  'Base directory for this skill: where is it set?',
  '  two spaces at both ends  ',
  '',
])('%j is a person’s, to the last blank', (text) => expect(personsWords(text)).toBe(text))

it('what engines append for files that a request names is not the request', () =>
  expect(
    personsWords(
      'explain @a.ts\n--- Content from referenced files ---\nContent from @a.ts:\nconst a = 1\n--- End of content ---',
    ),
  ).toBe('explain @a.ts'))

it('finds no word of a person in a question that we asked an agent', () =>
  expect(personsWords(`${CHILD_MARK}\n\nYou read the record of one session. Fix the tests.`)).toBe(''))
