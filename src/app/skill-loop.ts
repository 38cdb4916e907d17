import type { Config, ConfigSources } from '../config/config.ts'
import type { AuditReport } from '../domain/audit.ts'
import type { BankStats } from '../domain/bank/bank-stats.ts'
import type { Decision, Task } from '../domain/decision.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { Move, MoveOptions } from '../domain/lifecycle.ts'
import type { QueueKind } from '../domain/queue-kinds.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import type { Skill } from '../domain/skill.ts'
import type { Outcome, TurnInput } from '../domain/turn.ts'
import type { ModelProvider } from '../model/language-model.ts'
import type { VectorModel } from '../model/vector-model.ts'
import type { ActivatedSkill, Activating, ActivationOptions } from '../service/activating.ts'
import type { Announcer } from '../service/announcer.ts'
import type { Appraiser } from '../service/appraiser.ts'
import type { Archiving } from '../service/archiving.ts'
import type { BankTransfer } from '../service/bank-transfer.ts'
import type { ChatSkills, ContextOptions, FoundSkill, IngestOptions, SearchOptions } from '../service/chat-skills.ts'
import type { Checker } from '../service/checker.ts'
import type { Conversing } from '../service/conversing.ts'
import type { Curator } from '../service/curator.ts'
import type { Explainer } from '../service/explainer.ts'
import type { ExportLine } from '../service/exporter.ts'
import type { Abilities, Historian, ProposedChange, SkillVersion } from '../service/historian.ts'
import type { ImportReport } from '../service/import-tally.ts'
import type { Importer } from '../service/importer.ts'
import type { LearnReport } from '../service/learn-report.ts'
import type { LearnOptions, LearnPlan } from '../service/learner.ts'
import type { Listing } from '../service/listing.ts'
import type { OfferedSkill, Reference, RenderOptions, SkillText } from '../service/loader.ts'
import type { Measurer } from '../service/measurer.ts'
import type { OptimiseAsked, OptimiseLimits, Optimiser } from '../service/optimiser.ts'
import type { Preparer } from '../service/preparer.ts'
import type { Purger } from '../service/purger.ts'
import type { Receiver } from '../service/receiver.ts'
import type { QueueItem, QueuePage, ReviewQueue } from '../service/review-queue.ts'
import type { RouteOptions, Router } from '../service/router.ts'
import type { AskedSchedule, Schedules, ScheduleView } from '../service/schedules.ts'
import type { BenchAsked, BenchLimits, SkillBench } from '../service/skill-bench.ts'
import type { SkillEdit } from '../service/skill-editor.ts'
import type { StandingRules } from '../service/standing-rules.ts'
import type { Settlement } from '../store/decision-log.ts'
import type { Outlook } from '../store/outlook.ts'
import type { FireRecord } from '../store/ports/fire-store.ts'
import type { StorePlace } from '../store/ports/store-place.ts'
import type { Tally } from '../store/ports/upkeep.ts'
import type { PutAside } from '../store/put-aside.ts'
import type { ExportRecord, LedgerLine, Revocation } from '../store/skill-records.ts'
import type { ModelLearning, ModelUsage, ReviewSummary } from './learning-with-models.ts'

export type {
  Abilities,
  ActivatedSkill,
  ActivationOptions,
  AskedSchedule,
  BankStats,
  BankTransfer,
  BenchAsked,
  BenchLimits,
  ChatSkills,
  ContextOptions,
  ExportLine,
  ExportRecord,
  FireRecord,
  FoundSkill,
  ImportReport,
  IngestOptions,
  LearnOptions,
  LearnPlan,
  LearnReport,
  LedgerLine,
  ModelUsage,
  OfferedSkill,
  OptimiseAsked,
  OptimiseLimits,
  Outlook,
  ProposedChange,
  PutAside,
  QueueItem,
  QueueKind,
  QueuePage,
  RenderOptions,
  ReviewSummary,
  ScheduleView,
  SearchOptions,
  SkillText,
  SkillVersion,
}

/** Takes turns in and drafts from them. */
export interface TurnIntake {
  /** Records a turn and perhaps drafts. Never throws: a fault is a receipt with status `failed`. */
  endOfRun(turn: TurnInput): Promise<TurnReceipt>
  /** Takes in the raw payload of an engine's hook. Throws `transcript_behind` (retry later) and `bad_transcript`. */
  receive: Receiver['receive']
  /**
   * Counts the turns that `receive` and `import` stored only, in the order of their time, and drafts from them; returns
   * their number. Throws the store's fault.
   */
  count(): Promise<number>
  /**
   * Reads an engine's session files, one or a folder of them; reading again records nothing new. Throws `no_such_file`.
   */
  import: Importer['import']
  /** `import` for files and folders of several engines at once. */
  importAll: Importer['importAll']
  /** Session files of the last month that look like conversations, but in which no prompt was found. */
  notUnderstood: Importer['notUnderstood']
  /** Drafts and turns that are no longer retried, each after it failed or ended its process too often. */
  putAside(): Promise<readonly PutAside[]>
  /** Retries at once what was put aside; returns how many. Failures are events. */
  tryAgain(): Promise<number>
}

/** Offers skills to a model and learns from the outcomes. */
export interface SkillOffers extends Conversing, Pick<Activating, 'active'>, Listing {
  /** A skill with its hint, or none and why; logged with its propensity. Never throws. */
  route(task: Task, options?: RouteOptions): Promise<Decision>
  /** What the router expects of a skill where it fits, by name; undefined for one that may not be offered. */
  expected: Router['expected']
  /**
   * Takes back what `route` picked for a prompt at `since` or later, where its hint could not be given to the model: it is
   * no offer, as one that came too late. False if there is no such decision, or its outcome is known.
   */
  undelivered(prompt: Pick<Task, 'sessionId' | 'promptId'>, since: Date): Promise<boolean>
  /**
   * One line for the person on drafts that were not announced yet, to show with a hint; each draft is announced once.
   */
  news: Announcer['news']
  /** Credits an outcome to a decision's pick, once. Throws `no_such_decision`. */
  reward(decisionId: string, outcome: Outcome): Promise<Settlement>
  /**
   * The text of a skill and its folder, drafts of this session included. Throws `no_such_skill`, also for one that may
   * not be offered.
   */
  load(name: string): Promise<SkillText>
  /**
   * A skill as a host puts it before a model, by name or id with arguments, or as slash text (`/name args`); never runs
   * anything. For an engine, tools have the names that they have there. Undefined for slash text that names no skill,
   * which the host handles. Throws `no_such_skill`, `refused` with the reason for one that may not be offered, and
   * `bad_usage` for an engine whose tools are not known. Within a session a skill is given once, and `over_budget` thrown
   * where the skills of the session would have more tokens than its budget.
   */
  render(asked: string, args?: string, options?: ActivationOptions): Promise<ActivatedSkill | undefined>
  /**
   * A file of a skill besides SKILL.md, as text, on demand. Throws as `render`, and `no_such_file` for one that it has
   * not, or that is no text.
   */
  reference(name: string, path: string): Promise<Reference>
  /** The agent whose client of MCP calls itself so; undefined for any other. */
  engineOfClient(client: string): string | undefined
  /** Skills that may be put before a model, as they are now. */
  offered(): Promise<readonly OfferedSkill[]>
  /**
   * Records that the text of a decision's pick reached the model; false if the decision is settled, unknown or of
   * another pick.
   */
  markLoaded(decisionId: string, skill: string): Promise<boolean>
}

/** The operations with which a person inspects and moves skills. */
export interface SkillReview
  extends Historian,
    Explainer,
    Pick<StandingRules, 'rules' | 'knownRules' | 'decideRule'>,
    Measurer,
    Appraiser,
    Archiving,
    Purger,
    Preparer,
    Checker,
    ReviewQueue {
  skills(): Promise<readonly Skill[]>
  /** The skill that a name, an id or a unique prefix of an id means. Throws `no_such_skill` or `ambiguous_skill`. */
  skill(reference: string): Promise<Skill>
  /** Counts of skills by status, and the newest drafts that wait, at most `limit` of each kind. */
  statusOverview: Curator['statusOverview']
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
  /** Moves a skill given by name, id or a unique prefix of its id. Throws `illegal_move` with the reason. */
  move(skill: string, move: Move, options?: MoveOptions): Promise<Skill>
  /**
   * Writes a person's new text of SKILL.md, if the files are those with this digest (that of the head version); it becomes
   * a version of the person's. Throws `bad_skill`, `conflict`, `refused` and `not_ours`.
   */
  edit(skill: string, edit: SkillEdit): Promise<Skill>
  /** What can be restored of an archived or revoked skill: its version, and the files found. */
  remains: Curator['remains']
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>
}

/** Maintains the database and the copies of skills. */
export interface Upkeep {
  /** Changes whenever another process may have changed the database. */
  revision(): Promise<number>
  /** Counts of recorded rows. */
  tally(): Promise<Tally>
  /** How many prompts were answered since then, with a hint or with none, among the latest 10,000 decisions. */
  answeredPrompts(since: Date): Promise<number>
  /** Deletes a little of what the options `retention.*` do not keep; returns whether there is more. */
  retain(): Promise<boolean>
  /**
   * Checks the integrity of the whole database, which is slow; `quick`: of the tables that skills rest on. A damaged
   * database is set aside and a new one created.
   */
  verify(how?: { readonly quick?: boolean }): Promise<void>
  /**
   * Copies active skills into the folders that engines read, and removes copies of others. Throws `storage_unavailable`
   * without a database.
   */
  sync(options?: SyncOptions): Promise<readonly ExportLine[]>
  /** Copies of skills in the folders of engines. */
  exports(): Promise<readonly ExportRecord[]>
}

/** The whole loop: turns in, drafts and picks out. Disposing it releases the database. */
export interface SkillLoop
  extends TurnIntake,
    SkillOffers,
    ChatSkills,
    SkillReview,
    ModelLearning,
    SkillBench,
    Optimiser,
    Upkeep,
    AsyncDisposable {
  readonly config: Config
  /** The users for whom this loop's process works; they have their own data folders below its own. */
  readonly bank: SkillBank
  /** What runs at its time. */
  readonly schedules: Schedules
  /** The database file in use, or why there is none: then streaks are kept in memory and no arm is seeded. */
  readonly database: StorePlace
  /** All events from now on. */
  events(): AsyncIterableIterator<LoopEvent>
}

/** Users with skills, streaks, arms and turns of their own: each has a data folder of their own, and none reads another's. */
export interface SkillBank {
  /**
   * The loop of a user, who is added by the first call. It is closed while it rests and opened again by its next call.
   * Throws `bad_usage` for what is no name.
   */
  of(user: string): Promise<UserLoop>
  /** Names of the users, sorted. */
  users(): Promise<readonly string[]>
  /**
   * Copies the skills of a folder into shared libraries, byte for byte, and those below `Users/<user>` of AutoSkill's
   * layout into libraries of these users. Of a downloaded site with an index of skills, those that it lists with their
   * digest. Nothing that is there is overwritten. Throws `no_such_file`.
   */
  import(folder: string): Promise<BankTransfer>
  /**
   * Writes a bank in AutoSkill's layout into an empty folder: imported libraries as they are, and the skills that may be
   * offered, of all users. Throws `in_use`.
   */
  export(folder: string): Promise<BankTransfer>
  /**
   * Writes the reviewed skills of this loop into an empty folder as a site publishes them: `.well-known/agent-skills`
   * with an index that has the digest of each. Throws `in_use`.
   */
  publish(folder: string): Promise<BankTransfer>
  stats(): Promise<BankStats>
}

/** A user's loop; it has no stream of events, and is closed with the loop of the bank. */
export type UserLoop = Omit<SkillLoop, 'events' | 'bank' | 'schedules' | keyof AsyncDisposable>

export interface SkillLoopOptions {
  /** Option values by key, over the environment and the user's file; `'data.dir': null` goes without a database. */
  readonly settings?: NonNullable<ConfigSources['given']>
  /** Used instead of the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly now?: () => Date
  /** Returns a random UUID v4. */
  readonly newId?: () => string
  /** Random numbers in [0, 1) for Thompson sampling. */
  readonly random?: () => number
  /** An embedding model of the host, instead of the configured one. */
  readonly vectorModel?: VectorModel
  /** A language model of the host's own, instead of the configured one. */
  readonly languageModel?: ModelProvider
  readonly onEvent?: (event: LoopEvent) => void
  /** This process has a deadline and is killed when it passes; that counts little against the job that it was at. */
  readonly hurried?: boolean
  /** This process makes one request and ends: it reads as few skills as it can. */
  readonly brief?: boolean
  /** This process takes in the turns of many sessions: it notices a person's edits within a second. */
  readonly busy?: boolean
}

/** The folders of a sync; default: all that connected engines read. */
export interface SyncOptions {
  /** Engines to write for besides the connected ones. */
  readonly engines?: readonly string[]
  /** A project's folder, instead of the user's own and those of all connected projects. */
  readonly projectDir?: string
  /** An engine that was just disconnected in this place. */
  readonly without?: string
}
