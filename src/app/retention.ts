import { existsSync } from 'node:fs'
import type { Settings } from '../config/settings.ts'
import type { RetentionRule } from '../store/retention.ts'
import type { Base } from './base.ts'

const DAY_MS = 86_400_000
/** A process that recorded something looks for what is too old for this long at its end, in milliseconds; once a day. */
const END_MS = 100

/** What of the past is kept at this time. A turn stays for as long as streaks wait, however little room there is. */
function retentionOf(settings: Settings, now: Date): RetentionRule {
  const ago = (days: number): number => now.getTime() - days * DAY_MS
  return {
    now: now.getTime(),
    turnsBefore: ago(settings['retention.turns']),
    decisionsBefore: ago(settings['retention.decisions']),
    streaksFrom: ago(settings['bucket.expiryDays']),
    maxBytes: settings['retention.maxMb'] * 2 ** 20,
    isGone: (path) => !existsSync(path),
  }
}

/** Keeps what the options `retention.*` say. */
export function wireRetention({ config, store, clock, tell }: Pick<Base, 'config' | 'store' | 'clock' | 'tell'>) {
  let isDue = false
  // A database that is gone is not made anew only to be looked through.
  const isGone = () => 'file' in store.place && !existsSync(store.place.file)
  const step = async (): Promise<boolean> =>
    !isGone() && (await store.retain(retentionOf(config.settings, clock.now()))).more
  return {
    /** One bounded step; whether there is more to look at. */
    step,
    /** Something is recorded here: `end` has to look. */
    due: (): void => {
      isDue = true
    },
    /** Some steps; what they do not come to is left to the next process. */
    async end(): Promise<void> {
      if (!isDue) return
      try {
        for (const until = performance.now() + END_MS; (await step()) && performance.now() < until; );
      } catch (cause) {
        tell({ kind: 'warning', what: 'what is too old was not removed', cause })
      }
    },
  }
}
