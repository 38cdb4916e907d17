import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SkillLoop } from '../app/skill-loop.ts'

/** Interval of looks whether this machine joined a team, in ms; nothing of a team is loaded before it did. */
const LOOK_MS = 60_000
/** How long one request may wait for news, in ms. */
const NEWS_MS = 30_000
/** Rest after a fault, in ms; doubled at each further one, with a random half, so that machines do not come together. */
const [FIRST_MS, MOST_MS] = [2_000, 300_000]

/** Takes in what the team of this machine changes, as soon as it does, until it is stopped. */
export function startTeamSync(
  loop: Pick<SkillLoop, 'team' | 'review' | 'upkeep'>,
  dataDir: string,
  {
    stands,
    tell,
    onFault,
  }: {
    readonly stands: () => boolean
    readonly tell: (what: string, more: object) => void
    readonly onFault: (error: unknown) => void
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = work()

  async function work(): Promise<void> {
    let rest = FIRST_MS
    let fault = ''
    while (!signal.aborted) {
      let pause = LOOK_MS
      if (stands() && existsSync(join(dataDir, 'team.json')))
        try {
          await once()
          ;[rest, pause, fault] = [FIRST_MS, 0, '']
        } catch (error) {
          // A fault that is the same at every try is reported once.
          if (!signal.aborted && String(error) !== fault) onFault(error)
          fault = String(error)
          pause = rest * (0.5 + Math.random() / 2)
          rest = Math.min(MOST_MS, rest * 2)
        }
      if (pause > 0) await wait(pause, undefined, { signal }).catch(() => {})
    }
  }

  async function once(): Promise<void> {
    const { readMembership } = await import('../team/node/membership.ts')
    const { syncTeam } = await import('../team/node/sync.ts')
    const member = readMembership(dataDir)
    if (member === undefined) return
    const url = loop.upkeep.config.settings['team.url'] ?? member.url
    const { skills } = await syncTeam(loop, dataDir, { ...member, url }, { now: new Date(), waitMs: NEWS_MS, signal })
    for (const { skill, status, why } of skills) tell('a skill of the team', { skill, status, why })
  }

  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
