import { existsSync } from 'node:fs'
import type { Settings } from '../config/settings.ts'
import type { RetentionRule } from '../store/retention.ts'
import type { CoreServices } from './core-services.ts'

const DAY_MS = 86_400_000
/** Time that a process which recorded something spends on retention at its end, in ms; once a day. */
const END_MS = 100

/** What is kept at this time. A turn is kept for as long as its streak can wait, however little room is left. */
function retentionOf(settings: Settings, now: Date): RetentionRule {
  const ago = (days: number): number => now.getTime() - days * DAY_MS
  return {
    now: now.getTime(),
    turnsBefore: ago(settings['retention.days']),
    decisionsBefore: ago(settings['retention.days']),
    streaksFrom: ago(settings['bucket.expiryDays']),
    maxBytes: settings['retention.maxMb'] * 2 ** 20,
    isGone: (path) => !existsSync(path),
  }
}

/** Applies the options `retention.*`. */
export function wireRetention({
  config,
  store,
  clock,
  tell,
}: Pick<CoreServices, 'config' | 'store' | 'clock' | 'tell'>) {
  // A database that was deleted is not created again for this.
  const isGone = () => 'file' in store.place && !existsSync(store.place.file)
  const step = async (): Promise<boolean> =>
    !isGone() && (await store.retain(retentionOf(config.settings, clock.now()))).more
  return {
    /** One bounded step; returns whether there is more to do. */
    step,
    /** Some steps at the end of a process that took turns in; the rest is left to the next one. */
    async end(): Promise<void> {
      try {
        for (const until = performance.now() + END_MS; (await step()) && performance.now() < until; );
      } catch (cause) {
        tell({ kind: 'warning', what: 'what is too old was not removed', cause })
      }
    },
  }
}
