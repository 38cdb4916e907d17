import { randomFillSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { v7 } from 'uuid'
import { REQUEST_GATES } from '../domain/draft/gate-names.ts'
import { projectOf } from '../platform/project-of.ts'
import { secretlintScanner } from '../scanner/secretlint.ts'
import { sharedStepsWriter } from '../service/drafts/composing.ts'
import { createDrafter, type Drafter } from '../service/drafts/drafter.ts'
import { evidenceCheck } from '../service/drafts/evidence-check.ts'
import { naming } from '../service/drafts/naming.ts'
import { projectBaseRates } from '../service/drafts/project-base-rates.ts'
import { seeding } from '../service/drafts/seeding.ts'
import { createTwins } from '../service/drafts/twins.ts'
import { createWithdrawer } from '../service/drafts/withdrawer.ts'
import { createStandingRules } from '../service/review/standing-rules.ts'
import type { Importer } from '../service/turns/importer.ts'
import type { Receiver } from '../service/turns/receiver.ts'
import { createRecorder, type Recorder } from '../service/turns/recorder.ts'
import { settingApart } from '../service/turns/setting-apart.ts'
import { createWaitingTurns, type WaitingTurns } from '../service/turns/waiting-turns.ts'
import type { CoreServices } from './core-services.ts'
import { onFirstUse } from './first-use.ts'
import { fromHome, recordedTask, recordedTurn } from './recorded.ts'

/** The parts that take turns in. */
export interface Recording {
  readonly drafter: Drafter
  readonly recorder: Recorder
  readonly waiting: WaitingTurns
  /** Both are built on first use, since they load the readers of every engine. */
  readonly importer: Importer
  readonly receiver: Receiver
}

/** Streaks kept at most; the oldest go first. */
const MAX_STREAKS = 10_000

/** Builds the parts that record turns and draft from them. */
export function wireRecording(base: CoreServices): Recording {
  const { config, store, clock, options } = base
  const { settings } = config
  const habits = projectBaseRates(store)
  const names = (key: 'learn.exclude' | 'learn.include') =>
    (settings[key] ?? []).map((name) => fromHome(name, config.homeDir))
  const foldersOf = (projectDir: string): readonly string[] => {
    const folder = fromHome(projectDir, config.homeDir)
    return [folder, projectOf(folder)]
  }
  const learned = { exclude: names('learn.exclude'), include: names('learn.include') }
  const drafter = createDrafter({
    ...{ ...base, writer: sharedStepsWriter(), rules: createStandingRules(base), secrets: secretlintScanner() },
    twins: createTwins({ store, habits }),
    check: evidenceCheck({ habits, gates: settings['draft.gates'], scope: settings['bucket.scope'] }),
    ...{ nameOf: naming(base), seed: seeding(base), pause: setImmediate },
  })
  const [threshold, scope] = [settings['bucket.threshold'], settings['bucket.scope']]
  const recorder = createRecorder({
    ...{ ...base, drafter, withdrawer: createWithdrawer({ ...base, threshold, scope }), scope },
    pause: setImmediate,
    newTurnId: options.newId ?? turnIds(),
    redact: (turn) => recordedTurn(turn, config.homeDir),
    apart: settingApart({ store, rule: learned, foldersOf }),
    gatesOff: REQUEST_GATES.filter((gate) => !settings['draft.gates'].includes(gate)),
    rule: {
      threshold,
      expiryMs: settings['bucket.expiryDays'] * DAY_MS,
      grouping: settings['bucket.grouping'],
      maxBuckets: MAX_STREAKS,
    },
  })
  const importer = onFirstUse(async () => {
    const { TRANSCRIPTS } = await import('./transcripts.ts')
    const { createImporter } = await import('../service/turns/importer.ts')
    return createImporter({ store, recorder, clock, source: TRANSCRIPTS, redact: recordedTask })
  })
  return {
    ...{ drafter, recorder, importer, waiting: createWaitingTurns({ ...base, recorder, drafter }) },
    // One for all events: it remembers which ends were read before their event.
    receiver: onFirstUse(async () => {
      const { HOOKS } = await import('./transcripts.ts')
      const { createReceiver } = await import('../service/turns/receiver.ts')
      return createReceiver({ importer, hooks: HOOKS, clock, folders: config.sessionFolders })
    }),
  }
}

const DAY_MS = 86_400_000

/** UUIDs v7 that ascend with the time of the turns, and for equal times in the order of the calls. */
export function turnIds(): (at: Date) => string {
  let seq = 0
  const pool = new Uint8Array(POOL)
  let used = POOL
  return (at) => {
    // Random bytes are fetched for 256 ids at once: one system call for each would cost more than the rest.
    if (used === POOL) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + ID)
    used += ID
    return v7({ msecs: Math.max(0, at.getTime()), seq: seq++, random })
  }
}

/** Bytes of an id, and of 256 of them. */
const ID = 16
const POOL = 256 * ID
