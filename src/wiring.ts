import { join } from 'node:path'
import type { Config } from './config.ts'
import { seededRandom } from './domain/bandit.ts'
import type { Draft } from './domain/draft/compose.ts'
import { REQUEST_GATES } from './domain/draft/gate-names.ts'
import { WaylandError } from './domain/errors.ts'
import type { LoopEvent } from './domain/event.ts'
import type { EventStream } from './domain/event-stream.ts'
import type { TurnReceipt } from './domain/receipt.ts'
import { redactTask, redactTurn } from './domain/redact.ts'
import { processIsAlive } from './process.ts'
import { secretlintScanner } from './scanner/secretlint.ts'
import { createAuditor } from './service/auditor.ts'
import { createCatalogue } from './service/catalogue.ts'
import type { Clock } from './service/clock.ts'
import { createCurator } from './service/curator.ts'
import { createDrafter } from './service/drafter.ts'
import { createExplainer } from './service/explainer.ts'
import { createHistorian } from './service/historian.ts'
import { createImporter, type ImportReport, type TranscriptSource } from './service/importer.ts'
import { createPlacement } from './service/placement.ts'
import { createPurger } from './service/purger.ts'
import { createRecorder } from './service/recorder.ts'
import { createRouter } from './service/router.ts'
import { createWithdrawer } from './service/withdrawer.ts'
import type { SkillLoop, SkillLoopOptions } from './skill-loop.ts'
import { writeCopy } from './store/second-copy.ts'
import { openSkillFolder } from './store/skill-folder.ts'
import type { Store } from './store/store.ts'
import { readTranscript, TRANSCRIPT_ENGINES, type TranscriptEngine, transcriptFiles } from './transcript/transcript.ts'

/** What the loop is built from. */
export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly stream: EventStream
  readonly tell: (event: LoopEvent) => void
  readonly options: SkillLoopOptions
}

/** Puts the parts together: services over ports, whatever an interrupted run left put right. */
export async function wire({ config, store, clock, stream, tell, options }: Parts): Promise<SkillLoop> {
  const { settings } = config
  const { now, newId } = clock
  const seed = settings.seed ?? Math.floor(Math.random() * 2 ** 31)
  const folder = openSkillFolder({
    root: config.skillsRoot,
    staging: config.staging,
    archive: join(config.dataDir ?? config.configHome, 'archive'),
    newId,
    pid: process.pid,
    // With a database the folder's lock says who is at it; a process number alone may belong to somebody else by now.
    alive: 'file' in store.place ? () => false : processIsAlive,
  })
  const placement = createPlacement({ store, folder })
  const catalogue = createCatalogue({ store, folder, clock, placement, offer: settings['router.offer'], tell })
  const curator = createCurator({ store, folder, placement, catalogue, clock })
  const auditor = createAuditor({ store, curator, folder, clock, staleDays: settings['audit.staleDays'] })
  const router = createRouter({
    store,
    catalogue,
    clock,
    random: options.random ?? seededRandom(seed),
    threshold: settings['router.threshold'],
    redact: redactTask,
    tell,
  })
  const drafter = createDrafter({
    store,
    folder,
    placement,
    catalogue,
    clock,
    secrets: secretlintScanner(),
    prior: settings['draft.prior'],
    gates: settings['draft.gates'],
    tell,
    ...(config.home === null ? {} : { copy: copyInto(config.home, newId) }),
  })
  const claim = { pid: process.pid, staleMs: CLAIM_MS, alive: processIsAlive }
  const withdrawer = createWithdrawer({ store, folder, placement, catalogue, clock })
  const recorder = createRecorder({
    store,
    drafter,
    withdrawer,
    router,
    clock,
    redact: redactTurn,
    gatesOff: REQUEST_GATES.filter((gate) => !settings['draft.gates'].includes(gate)),
    stopwords: settings['signature.stopwords'] ?? undefined,
    tell,
    claim,
    rule: {
      threshold: settings['bucket.threshold'],
      expiryMs: settings['bucket.expiryDays'] * DAY_MS,
      grouping: settings['bucket.grouping'],
      maxBuckets: settings['bucket.max'],
    },
    scope: settings['bucket.scope'],
  })
  const importer = createImporter({ store, recorder, clock, source: TRANSCRIPTS, redact: redactTask })
  const purger = createPurger({ store, folder, catalogue, clock })
  const off = settings.skills === 'off'

  const since = await store.lastEntry()
  if (!off) {
    for (const trigger of await store.orphanedTriggers({ ...claim, triggerId: '', at: now().getTime() })) {
      const receipt = await drafter.draft(trigger)
      const { skill, status, reason } = receipt
      if (status === 'failed') tell({ kind: 'warning', what: `an interrupted draft waits: ${skill}: ${reason}` })
      else tell({ kind: 'repaired', what: `finished an interrupted draft: ${skill} is ${status}` })
    }
    await catalogue.sync()
  }

  return {
    config,
    database: store.place,
    endOfRun: off ? async () => OFF_RECEIPT : recorder.endOfRun,
    route: off ? async () => ({ id: newId(), pick: null, reason: 'off', candidates: [] }) : router.route,
    async reward(decisionId, outcome) {
      if (off) return { status: 'nothing' }
      const settled = await router.reward(decisionId, outcome)
      if (settled.status === 'not_found')
        throw new WaylandError('no_such_decision', `there is no decision "${decisionId}"`)
      return settled
    },
    import: off ? async () => NOTHING_READ : importer.import,
    skills: curator.list,
    async load(name) {
      if (catalogue.visible(name) === undefined) await catalogue.sync()
      // While a version replaces another the name is free for a moment; then the lock is waited for.
      const found =
        catalogue.visible(name) === undefined
          ? undefined
          : ((await folder.read(name)) ?? (await store.folderLock(() => folder.read(name))))
      if (found === undefined) throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
      return { name, text: Buffer.from(found.files.get('SKILL.md') ?? []).toString('utf8'), folder: found.path }
    },
    tally: store.tally,
    ...createHistorian({ store, catalogue, since }),
    ...createExplainer({ store, catalogue }),
    purgeable: purger.purgeable,
    async purge(ids) {
      insistOnDatabase(config, store)
      await purger.purge(ids)
    },
    revocations: store.revocations,
    async audit(asked) {
      await store.verify()
      return await auditor.audit(asked)
    },
    async move(skill, what, how) {
      insistOnDatabase(config, store)
      const moved = await curator.move(skill, what, how)
      router.refresh()
      return moved
    },
    events: () => stream.events(),
    async [Symbol.asyncDispose]() {
      stream.close()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** What a person decides must not be forgotten with the process because the database of always cannot be had just now. */
function insistOnDatabase(config: Config, store: Store): void {
  if (config.database !== null && 'none' in store.place)
    throw new WaylandError('storage_unavailable', `a move needs the database, and there is none: ${store.place.none}`)
}

const TRANSCRIPTS: TranscriptSource = {
  engines: TRANSCRIPT_ENGINES,
  files: (engine, path) => transcriptFiles(engine as TranscriptEngine | 'auto', path),
  read: (engine, path, from) => readTranscript(engine as TranscriptEngine, path, { from }),
}

const DAY_MS = 86_400_000
/** A claimed streak whose process neither finished nor died is taken over after this long. */
const CLAIM_MS = 60_000
const NOTHING_READ: ImportReport = {
  files: 0,
  lines: 0,
  turnsRecorded: 0,
  turnsKnown: 0,
  drafts: 0,
  skipped: {},
  errors: [],
}
const OFF_RECEIPT: TurnReceipt = Object.freeze({
  turnId: '',
  status: 'ignored',
  signature: '',
  streak: 0,
  reason: 'off',
  draft: null,
})

const copyInto = (home: string, newId: () => string) => async (draft: Draft, earlier: readonly string[]) => {
  const file = join(home, 'skills', 'auto', draft.name.replace(/^auto-/, ''), 'SKILL.md')
  await writeCopy(file, draft.skillMd, newId, (text) => text === draft.skillMd || earlier.includes(text))
}
