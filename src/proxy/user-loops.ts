import type { SkillLoop, UserLoop } from '../app/skill-loop.ts'

/** Users whose loops are remembered; beyond it the longest known is looked up anew. */
const MOST = 1_000

/** The loop of each user of a bank, and the main loop for requests without a user. */
export function userLoops(loop: SkillLoop): (user: string | undefined) => Promise<UserLoop> {
  const known = new Map<string, UserLoop>()
  return async (user) => {
    if (user === undefined) return loop
    const found = known.get(user) ?? (await loop.bank.of(user))
    known.set(user, found)
    const [oldest] = known.keys()
    if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    return found
  }
}
