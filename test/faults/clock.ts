import { difference, type Reference, restart, standing } from './judge.ts'
import { summary } from './look.ts'
import { prepared, type Scenario } from './scenario.ts'

const YEAR_MS = 365 * 86_400_000

/** A scenario whose act comes, by the clock, years before its beginning: it comes to the same. */
export async function clockBack(scenario: Scenario, reference: Reference, root: string): Promise<readonly string[]> {
  const { home, personal } = await prepared(scenario, root)
  const now = () => new Date(Date.now() - 3 * YEAR_MS)
  await restart(home, { act: scenario.act, now })
  await restart(home, { next: scenario.next })
  const differs = difference(reference.after, summary(home, scenario.together !== true))
  return [...(await standing({ home, personal })), ...(differs === undefined ? [] : [differs])]
}
