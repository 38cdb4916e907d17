import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { v4 } from 'uuid'
import { type Config, type ConfigSources, readConfig } from './config.ts'
import type { AuditReport } from './domain/audit.ts'
import { seededRandom } from './domain/bandit.ts'
import type { Decision, Task } from './domain/decision.ts'
import type { Draft } from './domain/draft/compose.ts'
import { REQUEST_GATES } from './domain/draft/gate-names.ts'
import { WaylandError } from './domain/errors.ts'
import type { LoopEvent } from './domain/event.ts'
import { EventStream } from './domain/event-stream.ts'
import type { Move, MoveOptions } from './domain/lifecycle.ts'
import type { TurnReceipt } from './domain/receipt.ts'
import { redactText, redactTurn } from './domain/redact.ts'
import { isOffered, type Skill } from './domain/skill.ts'
import { findSkill } from './domain/skill-reference.ts'
import type { Outcome, TurnInput } from './domain/turn.ts'
import { processIsAlive, program } from './process.ts'
import { createAuditor } from './service/auditor.ts'
import { createCatalogue } from './service/catalogue.ts'
import type { Clock } from './service/clock.ts'
import { createCurator } from './service/curator.ts'
import { createDrafter } from './service/drafter.ts'
import { createImporter, type Importer, type ImportReport, type TranscriptSource } from './service/importer.ts'
import { createPlacement } from './service/placement.ts'
import { createRecorder } from './service/recorder.ts'
import { createRouter } from './service/router.ts'
import { openMemoryStore } from './store/memory.ts'
import { openSkillFolder, writeCopy } from './store/skill-folder.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import type { LedgerLine, Settlement, Store, Tally } from './store/store.ts'
import { readTranscript, TRANSCRIPT_ENGINES, type TranscriptEngine, transcriptFiles } from './transcript/transcript.ts'

export type { ImportReport }

/** The whole loop. Turns go in, drafts and picks come out; closing it releases the database. */
export interface SkillLoop extends AsyncDisposable {
  readonly config: Config
  /** The database file in use, or why there is none: then streaks live in memory and nothing is seeded. */
  readonly database: Store['place']
  /** Records a turn and perhaps drafts. Never throws: a fault is a receipt with status `failed`. */
  endOfRun(turn: TurnInput): Promise<TurnReceipt>
  /** A skill with its hint, or none and why; logged with its propensity. Never throws. */
  route(task: Task, options?: { readonly top?: number }): Promise<Decision>
  /** Credits an outcome to a decision's pick, once. Throws `no_such_decision`. */
  reward(decisionId: string, outcome: Outcome): Promise<Settlement>
  /** Reads an engine's session files, one or a folder of them; reading twice records nothing new. Throws `no_such_file`. */
  import: Importer['import']
  skills(): Promise<readonly Skill[]>
  /** The text of a skill and its folder, drafts of this session included. Throws `no_such_skill`, also for a hidden one. */
  load(name: string): Promise<SkillText>
  /** How much was recorded so far. */
  tally(): Promise<Tally>
  /** Ledger lines, oldest first, of one skill or of all. */
  history(skill?: string): Promise<readonly LedgerLine[]>
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
  /** Moves a skill named by name, id or a unique beginning of its id. Throws `illegal_move` with the reason. */
  move(skill: string, move: Move, options?: MoveOptions): Promise<Skill>
  /** Everything worth telling, from now on. */
  events(): AsyncIterableIterator<LoopEvent>
}

export interface SkillText {
  readonly name: string
  readonly text: string
  readonly folder: string
}

export interface SkillLoopOptions {
  /** Option values by key, over the environment and the user's file; `'data.dir': null` goes without a database. */
  readonly settings?: NonNullable<ConfigSources['given']>
  /** Replaces the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly now?: () => Date
  /** Fresh UUID v4s. */
  readonly newId?: () => string
  /** Numbers in [0, 1) for Thompson sampling. */
  readonly random?: () => number
  readonly onEvent?: (event: LoopEvent) => void
}

/** Opens the loop: configuration, database, skills folder, whatever an interrupted run left put right. */
export async function openSkillLoop(options: SkillLoopOptions = {}): Promise<SkillLoop> {
  const config = readConfig({
    ...(options.settings && { given: options.settings }),
    ...(options.env && { env: options.env }),
  })
  const stream = new EventStream()
  const tell = (event: LoopEvent) => {
    stream.tell(event)
    options.onEvent?.(event)
  }
  const clock: Clock = { now: options.now ?? (() => new Date()), newId: options.newId ?? (() => v4()) }
  const store = openStore(config, clock, tell)
  try {
    return await wire({ config, store, clock, stream, tell, options })
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly stream: EventStream
  readonly tell: (event: LoopEvent) => void
  readonly options: SkillLoopOptions
}

async function wire({ config, store, clock, stream, tell, options }: Parts): Promise<SkillLoop> {
  const { settings } = config
  const { now, newId } = clock
  const seed = settings.seed ?? Math.floor(Math.random() * 2 ** 31)
  const folder = openSkillFolder({
    root: config.skillsRoot,
    staging: config.staging,
    newId,
    pid: process.pid,
    alive: processIsAlive,
  })
  const catalogue = createCatalogue({ store, folder, clock, offer: settings['router.offer'], tell })
  const archive = join(config.dataDir ?? config.configHome, 'archive')
  const placement = createPlacement({ store, folder, archive })
  const curator = createCurator({ store, folder, placement, catalogue, clock })
  const auditor = createAuditor({ curator, folder, clock, staleDays: settings['audit.staleDays'] })
  const router = createRouter({
    store,
    catalogue,
    clock,
    random: options.random ?? seededRandom(seed),
    threshold: settings['router.threshold'],
    redact: (text) => redactText(text).text,
    tell,
  })
  const drafter = createDrafter({
    store,
    folder,
    placement,
    catalogue,
    clock,
    prior: settings['draft.prior'],
    gates: settings['draft.gates'],
    tell,
    ...(config.home === null ? {} : { copy: copyInto(config.home, newId) }),
  })
  const claim = { pid: process.pid, staleMs: CLAIM_MS, alive: processIsAlive }
  const recorder = createRecorder({
    store,
    drafter,
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
  const importer = createImporter({ store, recorder, clock, source: TRANSCRIPTS })
  const off = settings.skills === 'off'

  if (!off) {
    for (const trigger of await store.orphanedTriggers({ ...claim, triggerId: '', at: now().getTime() })) {
      const receipt = await drafter.draft(trigger)
      tell({ kind: 'repaired', what: `finished an interrupted draft: ${receipt.skill} is ${receipt.status}` })
    }
    for (const what of await placement.repair()) tell({ kind: 'repaired', what })
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
      const visible = () => catalogue.all().find((skill) => skill.name === name && isOffered(skill.status, 'staged'))
      if (visible() === undefined) await catalogue.sync()
      const found = visible() === undefined ? undefined : await folder.read(name)
      if (found === undefined) throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
      return { name, text: Buffer.from(found.files.get('SKILL.md') ?? []).toString('utf8'), folder: found.path }
    },
    tally: store.tally,
    async history(skill) {
      await catalogue.sync()
      return await store.ledger(skill === undefined ? undefined : findSkill(catalogue.all(), skill).name)
    },
    audit: auditor.audit,
    async move(skill, what, how) {
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

const TRANSCRIPTS: TranscriptSource = {
  engines: TRANSCRIPT_ENGINES,
  files: (engine, path) => transcriptFiles(engine as TranscriptEngine | 'auto', path),
  read: (engine, path, from) => readTranscript(engine as TranscriptEngine, path, { from }),
}

const DAY_MS = 86_400_000
/** A claimed streak whose process neither finished nor died is taken over after this long. */
const CLAIM_MS = 60_000
const BUSY_MS = 10_000
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

/** A newer or a locked database is an error; where none can be had at all, the loop goes on in memory and says so. */
function openStore(config: Config, clock: Clock, tell: (event: LoopEvent) => void): Store {
  // Switched off, nothing is made: a database is read when there is one.
  if (config.settings.skills === 'off' && (config.database === null || !existsSync(config.database)))
    return openMemoryStore('switched off')
  if (config.database === null) return withoutDatabase('no data folder was given', tell)
  try {
    return openSqliteStore({
      file: config.database,
      migrations: join(program.root, 'migrations'),
      program: program.version,
      busyTimeout: BUSY_MS,
      asideName: (file) => `${file}.damaged-${clock.now().toISOString().replace(/[:.]/g, '-')}`,
      onRepair: (what) => tell({ kind: 'repaired', what }),
    })
  } catch (error) {
    if (!(error instanceof WaylandError) || error.code !== 'storage_unavailable') throw error
    return withoutDatabase(error.message, tell)
  }
}

function withoutDatabase(why: string, tell: (event: LoopEvent) => void): Store {
  tell({
    kind: 'warning',
    what: `no database: ${why}; streaks last as long as this process, drafts land on disk, the router begins cold`,
  })
  return openMemoryStore(why)
}

const copyInto = (home: string, newId: () => string) => async (draft: Draft, earlier: readonly string[]) => {
  const file = join(home, 'skills', 'auto', draft.name.replace(/^auto-/, ''), 'SKILL.md')
  await writeCopy(file, draft.skillMd, newId, (text) => text === draft.skillMd || earlier.includes(text))
}
