import fc from 'fast-check'

/** What a generated draft says. */
export interface Said {
  readonly requests: readonly string[]
  readonly parts: readonly { readonly heading: string; readonly lines: readonly string[] }[]
  readonly evidence: number
  readonly description: string
}

/** SKILL.md as a draft writes it. */
export const draftOf = ({ requests, parts, evidence, description }: Said): string =>
  [
    '---',
    'name: auto-review',
    `description: "${description}"`,
    'metadata:',
    '  source: "wayland-core"',
    `  evidence: "${evidence}"`,
    '---',
    '',
    '> Drafted automatically from successful turns; review before relying on it.',
    '',
    'Signature: branch-changes-review',
    `Evidence: ${evidence} successful turns`,
    '',
    '## When to use',
    'Requests like',
    ...requests,
    ...parts.flatMap(({ heading, lines }) => [
      '',
      `## ${heading}`,
      ...lines.map((line, i) => (heading === 'Steps' ? `${i + 1}. ${line}` : `- ${line}`)),
    ]),
    '',
    'What each run did: [references/evidence.md](references/evidence.md)',
    '',
  ].join('\n')

const HEADINGS = ['Inputs that vary', 'Steps', 'Pitfalls', 'Verify']
const LINES = [
  'Run `git fetch`',
  'Run `git diff <branch>`',
  'Read `<file>`',
  'Run `npm test`',
  'Edit `<file>`',
  'Run `npm run lint` [2/3]',
  'Run `npm run lint` [5/6]',
  'Run `git push origin <branch>`',
]

const part = (heading: string) =>
  fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 6 }).map((lines) => ({ heading, lines }))

/** Drafts of one skill from ever other evidence; lines come more than once, too. */
export const said: fc.Arbitrary<Said> = fc.record({
  requests: fc.subarray(['- "review the branch"', '- "look at it"', '- "check this (2 times)"'], { minLength: 1 }),
  parts: fc.subarray(HEADINGS).chain((headings) => fc.tuple(...headings.map(part))),
  evidence: fc.integer({ min: 3, max: 12 }),
  description: fc.constantFrom('Reviews a branch.', 'Reviews changes. Use it for a review.'),
})

type Change =
  | { readonly at: number; readonly what: 'delete' | 'swap' }
  | { readonly at: number; readonly what: 'add' | 'reword'; readonly text: string }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ at: fc.nat(60), what: fc.constantFrom('delete' as const, 'swap' as const) }),
  fc.record({
    at: fc.nat(60),
    what: fc.constantFrom('add' as const, 'reword' as const),
    text: fc.constantFrom('', 'Own', '- Own', '## Own', '2. Own', '```sh', '   Own', '### Own', 'Run `npm test` Own'),
  }),
)

export const changes = fc.array(change, { maxLength: 8 })

/** A draft after a person changed lines of its body; each line of theirs says `Own` and a number of its own. */
export function changed(draft: string, script: readonly Change[]): string {
  const lines = draft.split('\n')
  const head = lines.indexOf('---', 1) + 1
  let own = 0
  for (const step of script) {
    const at = head + (step.at % (lines.length - head))
    if (step.what === 'delete') lines.splice(at, 1)
    else if (step.what === 'add') lines.splice(at, 0, /Own/.test(step.text) ? `${step.text} ${++own}` : step.text)
    else if (step.what === 'reword') lines[at] = `${lines[at]} Own ${++own}`
    else if (at + 1 < lines.length) [lines[at], lines[at + 1]] = [lines[at + 1] ?? '', lines[at] ?? '']
  }
  return lines.join('\n')
}

/** Lines that a person wrote. */
export const ownLines = (text: string): readonly string[] => text.split('\n').filter((line) => /Own \d+$/.test(line))

/** Lines of a draft that a person's text has no more, whatever number and figure they had. */
export function removedLines(draft: string, mine: string): readonly string[] {
  const there = new Set(mine.split('\n').map(bare))
  return draft.split('\n').filter((line) => line !== '' && !there.has(bare(line)))
}

export const bare = (line: string): string =>
  line.replace(/^\d+\. /, '').replace(/ (?:\[\d+\/\d+\]|\(\d+ times\))$/, '')
