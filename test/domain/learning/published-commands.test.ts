import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotAsItRan } from '../../../src/domain/draft/as-it-ran.ts'
import { editFault } from '../../../src/domain/learning/anchored-edits.ts'
import { sift } from '../../../src/domain/learning/gate.ts'
import type { AnchoredEdit } from '../../../src/domain/learning/prompts/merge.ts'
import { claimsOf, type ProposedSkill } from '../../../src/domain/learning/proposal.ts'
import { sessionText } from '../../../src/domain/learning/session-text.ts'
import { skillText } from '../../../src/domain/learning/skill-text.ts'
import { PROPOSED, ran, session, turn } from './session.ts'

/** A skill with one command, which ran in its evidence. */
const skillOf = (command: string, text = 'Do it.'): ProposedSkill => ({
  ...{
    ...PROPOSED,
    rules: [],
    pitfalls: [],
    checks: [],
    examples: ['do the work'],
  },
  steps: [{ text, command, cites: [{ turn: 't1', call: 'c1', quote: 'Bash' }] }],
})
const gateOf = (skill: ProposedSkill, line: string) => {
  const { shown } = sessionText(session([turn('a', 'do the work', [ran(line)])]))
  const { refusal, fallen } = sift(skill, { shown, library: [], notes: '', rejected: [] })
  return refusal ?? fallen[0]
}

/** The commands of the steps as a reader of the Markdown sees them: inline code, or a block under its step. */
function publishedIn(skill: ProposedSkill): readonly string[] {
  const { body } = skillText(skill, { signature: '', turns: 1 })
  const steps = body.slice(body.indexOf('## Steps'), body.lastIndexOf('\n['))
  const blocks = [...steps.matchAll(/\n( *)(`{3,})sh\n([\s\S]*?)\n\1\2(?=\n|$)/g)].map(([, indent = '', , code = '']) =>
    code
      .split('\n')
      .map((line) => line.slice(line.startsWith(indent) ? indent.length : 0))
      .join('\n'),
  )
  return blocks.length > 0 ? blocks : [...steps.matchAll(/ `([^`\n]+)`$/gm)].map(([, code = '']) => code)
}

const word = fc.constantFrom(
  ...['npm', 'test', 'a.txt', "'a  b'", '"$HOME/x"', '$VAR', '$((1+1))', '$(date)', '2>&1', '>', '>>', '<', '|', '&&'],
  ...[
    ';',
    '&',
    '*',
    '?',
    '[a-z]',
    '{a,b}',
    '~',
    '#',
    '!',
    '\\',
    "'",
    '"',
    '`id`',
    '<<EOF',
    '\n',
    '  ',
    '---',
    '--',
    '%s',
  ],
  ...['<name>', '{{x}}', '@@skill=a', '$1', '“q”', 'ü', '\u200b', 'x='],
)
const command = fc
  .tuple(
    fc.constantFrom('git', 'npm', 'psql', 'make'),
    fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 10 }),
  )
  .map(([program, words]) => [program, ...words].join(' ').trim())
  .filter((line) => line.length <= 400)

describe('a command of a skill that a model proposed', () => {
  test('is published byte for byte as it ran, or refused for what keeps it out', () => {
    fc.assert(
      fc.property(command, (line) => {
        const skill = skillOf(line)
        const refusal = gateOf(skill, line)
        const why = whyNotAsItRan(line)
        if (refusal === undefined) expect([publishedIn(skill), why]).toEqual([[line], undefined])
        // One line that ran is found; what keeps it out is said.
        else if (refusal.rule === 'commands' && !line.includes('\n')) expect(refusal.reason).toContain(why ?? 'nothing')
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    'npx prisma generate 2>&1',
    'psql "$DATABASE_URL" -c "select 1"',
    "awk '{print $2}' notes.txt",
    "git commit -m 'a  b'",
    'echo done!',
    'git tag v`date`',
    "cat <<'EOF' > notes.txt\na <- b\nEOF",
  ])('%j', (line) => {
    const refusal = gateOf(skillOf(line), line)
    const why = whyNotAsItRan(line)
    if (why === undefined) expect([refusal, publishedIn(skillOf(line))]).toEqual([undefined, [line]])
    else expect(refusal?.reason).toContain(why)
  })

  test('with other blanks within a quotation is another command', () =>
    expect(gateOf(skillOf("git commit -m 'a b'"), "git commit -m 'a  b'")?.rule).toBe('commands'))

  test('keeps its shell characters in the code of a sentence, too', () => {
    const skill = skillOf('', 'Run `npm test 2>&1 | tee "$LOG"` first.')
    expect(gateOf(skill, 'npm test 2>&1 | tee "$LOG"')).toBeUndefined()
    expect(skillText(skill, { signature: '', turns: 1 }).body).toContain('Run `npm test 2>&1 | tee "$LOG"` first.')
  })

  test('that agents would fill in is refused in the code of a sentence', () => {
    const skill = skillOf('', 'Run `make {{x}}` first.')
    expect(gateOf(skill, 'make {{x}}')).toMatchObject({ rule: 'commands' })
  })

  test('is brought into another skill as it ran, or not at all', () => {
    const claims = claimsOf(skillOf('npm test 2>&1'))
    const edit: Omit<AnchoredEdit, 'text'> = {
      anchor: '# Mine',
      action: 'insert_after',
      removes: [],
      claims: ['steps[0]'],
    } as const
    expect(editFault([{ ...edit, text: 'Do it. `npm test 2>&1`' }], claims)).toBeUndefined()
    expect(editFault([{ ...edit, text: 'Do it. `npm test 2›&1`' }], claims)?.rule).toBe('edits')
    expect(editFault([{ ...edit, text: 'Do it. `npm test`' }], claims)?.rule).toBe('edits')
  })
})
