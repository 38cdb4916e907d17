import { setTimeout as wait } from 'node:timers/promises'
import type { SkillLoop } from '../app/skill-loop.ts'

/** Interval of looks, in ms: a fire begins within it, and no wait is so long that a timer overflows or sleep shifts it. */
const LOOK_MS = 1_000

export interface FiringOptions {
  /** Whether the data folder is still the daemon's. */
  readonly stands: () => boolean
  readonly tell: (what: string, more: object) => void
  readonly onFault: (error: unknown) => void
}

/** Fires schedules until it is stopped; then it ends the runs that go on, which are marked as interrupted. */
export function startFiring(
  loop: Pick<SkillLoop, 'schedules'>,
  { stands, tell, onFault }: FiringOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let fault = ''
  const ended = work()

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await look().catch(told)
      await wait(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function look(): Promise<void> {
    if (!stands()) return
    await loop.schedules.tick({
      signal,
      tell: ({ schedule, skill, state, why }) => tell(`a schedule ${WORDS[state] ?? state}`, { schedule, skill, why }),
    })
    fault = ''
  }

  /** A fault that is the same at every look is reported once. */
  function told(error: unknown): void {
    const text = String(error)
    if (text !== fault) onFault(error)
    fault = text
  }

  return {
    async stop() {
      stopping.abort()
      await ended
      await loop.schedules.idle().catch(onFault)
    },
  }
}

const WORDS: Readonly<Record<string, string>> = {
  unreadable: 'cannot be read',
  timed_out: 'timed out',
  missed: 'was missed',
  interrupted: 'was interrupted',
}
