import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Decision, SkillText, TurnInput, TurnReceipt } from '../../src/index.ts'
import { bundled } from '../bundled.ts'
import { scratch } from '../scratch.ts'

const run = promisify(execFile)
const SCRIPT = await bundled(join(import.meta.dirname, 'one-session.ts'))

/** Plays one session in a process of its own; what it said, step by step. */
async function session<T extends unknown[]>(home: string, steps: readonly object[]): Promise<T> {
  const { stdout } = await run(process.execPath, [SCRIPT, home, JSON.stringify(steps)])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown) as T
}

const work = (userInput: string, promptId: string, more: Partial<TurnInput> = {}): { turn: TurnInput } => ({
  turn: {
    userInput,
    promptId,
    sessionId: 's',
    engine: 'claude-code',
    stopReason: 'end_turn',
    turns: 4,
    toolCalls: [
      { name: 'Bash', input: { command: 'git diff main...HEAD' }, ok: true },
      { name: 'Read', input: { file_path: `src/${promptId}.ts` }, ok: true },
      { name: 'Bash', input: { command: 'npm test' }, ok: true, exitCode: 0 },
    ],
    ...more,
  },
})

const mean = ({ candidates }: Decision): number => candidates[0]?.mean ?? 0

const NEW_WORDS = 'have a look at what changed on my branch and give me a code review'

it('what one session learned is offered in the next, and what came of it is known in the third', async () => {
  const home = scratch()

  const learned = await session<[TurnReceipt, TurnReceipt, TurnReceipt, SkillText]>(home, [
    work('can you review the changes in this branch?', 'a'),
    work('please review the changes in the branch', 'b'),
    work('review the branch changes', 'c'),
    { load: 'auto-branch-changes-review' },
  ])
  expect(learned.slice(0, 3).map((receipt) => (receipt as TurnReceipt).streak)).toEqual([1, 2, 3])
  const skill = learned[2].draft?.skill ?? ''
  expect(learned[2].draft).toMatchObject({ status: 'drafted', skill: 'auto-branch-changes-review' })
  expect(readFileSync(join(learned[2].draft?.path ?? '', 'SKILL.md'), 'utf8')).toBe(learned[3].text)

  const [offered, , unread] = await session<[Decision, TurnReceipt, Decision, TurnReceipt]>(home, [
    { route: NEW_WORDS, promptId: 'd' },
    work(NEW_WORDS, 'd', {
      toolCalls: [{ name: 'Read', input: { file_path: `${learned[3].folder}/SKILL.md` }, ok: true }],
    }),
    { route: NEW_WORDS, promptId: 'e' },
    work('never mind, bake a cake', 'e', { stopReason: 'error' }),
  ])
  expect(offered.pick).toMatchObject({ skill, hint: expect.stringContaining(`${learned[3].folder}/SKILL.md`) })
  expect(mean(offered)).toBeGreaterThan(0.5)
  expect(mean(unread)).toBeGreaterThan(mean(offered))

  // The success was the skill's; the failure was not, since the skill was never loaded.
  const [last] = await session<[Decision]>(home, [{ route: NEW_WORDS, promptId: 'f' }])
  expect(last.pick?.skill).toBe(skill)
  expect(mean(last)).toBeCloseTo(mean(unread))
}, 60_000)
