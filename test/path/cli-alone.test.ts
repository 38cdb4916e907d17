import { expect, it } from 'vitest'
import { Home, turn } from '../cli/command-line.ts'

interface Routed {
  readonly decision_id: string
  readonly pick: { readonly skill: string; readonly path: string; readonly hint: string } | null
  readonly candidates: readonly { readonly skill: string; readonly mean: number }[]
}

it('drafts in one session, offers the draft for new words in the next, and has learned from it in the third', async () => {
  const home = new Home()
  const route = async (task: string) => (await home.run(['route', task, '--json'])).json<Routed>()
  const mean = ({ candidates }: Routed, skill: string) => candidates.find((c) => c.skill === skill)?.mean ?? 0

  // Session A: three successes on one task, each in a process of its own, as a hook would do it.
  const requests = [
    'can you review the changes in this branch?',
    'please review the changes in the local branch',
    'review the branch changes',
  ]
  const receipts = []
  for (const [i, request] of requests.entries())
    receipts.push(...(await home.observe([turn(request, `a${i}`, { session_id: 'A' })])).lines)
  expect(receipts.map(({ streak }) => streak)).toEqual([1, 2, 3])
  const skill = receipts[2]?.draft?.skill ?? ''
  expect(skill).toBe('auto-branch-changes-review')

  // Session B: the same task in other words, in a process that has never seen session A.
  const task = 'have a look at what changed on my branch and give me a code review'
  const before = await route(task)
  expect(before.pick).toMatchObject({ skill, hint: expect.stringContaining(before.pick?.path ?? '-') })
  const rewarded = await home.run(['reward', before.decision_id, 'success', '--json'])
  expect(rewarded.json()).toEqual({ decision_id: before.decision_id, status: 'credited', skill })

  // Session C: the arm has moved, upwards after a success and downwards after a failure.
  const after = await route(task)
  expect(mean(after, skill)).toBeGreaterThan(mean(before, skill))
  await home.run(['reward', after.decision_id, 'failure'])
  expect(mean(await route(task), skill)).toBeLessThan(mean(after, skill))
  expect((await home.run(['show', skill, '--json'])).json()).toMatchObject({ successes: 1, failures: 1, offered: 3 })
})
