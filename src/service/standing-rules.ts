import type { Wish } from '../domain/wishes/wishes.ts'
import type { WishStore } from '../store/ports/wish-store.ts'
import { loadedOnce } from './loaded-once.ts'

/** A standing wish of the person, and the turns that voice it, oldest first. */
export interface StandingRule {
  readonly text: string
  /** The only project in which it was voiced; absent for a rule for all. */
  readonly project?: string
  readonly sources: readonly string[]
  readonly sessions: number
}

/** Latest requests in which wishes are heard; about 0.3 s. */
const HEARD = 2_000

/** Finds the standing wishes in the latest requests; those whose words a safety rule stops are left out. */
export function standingRules(store: WishStore): () => Promise<readonly StandingRule[]> {
  return async () => {
    const { wishesOf, isSafe } = await domain()
    return wishesOf(await store.latestRequests(HEARD))
      .filter(({ text }) => isSafe(text))
      .map(ruleOf)
  }
}

function ruleOf({ text, sources, sessions }: Wish): StandingRule {
  const projects = new Set(sources.map(({ request }) => request.project))
  const [project] = projects
  const turns = [...new Set(sources.map(({ request }) => request.turnId))]
  return { text, ...(projects.size === 1 && project !== undefined && { project }), sources: turns, sessions }
}

/** Loaded when wishes are asked for: stemmers and safety rules are much of the start of a short process. */
const domain = loadedOnce(async () => {
  const { scanText } = await import('../domain/safety.ts')
  const isSafe = (text: string) => scanText(text, { file: 'rule' }).every(({ severity }) => severity === 'note')
  return { ...(await import('../domain/wishes/wishes.ts')), isSafe }
})
