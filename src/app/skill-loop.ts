import type { Config, ConfigSources } from '../config/config.ts'
import type { BankStats } from '../domain/bank/bank-stats.ts'
import type { Task } from '../domain/decision.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { QueueKind } from '../domain/queue-kinds.ts'
import type { Skill } from '../domain/skill.ts'
import type { Outcome } from '../domain/turn.ts'
import type { ModelProvider } from '../model/language-model.ts'
import type { BankTransfer } from '../service/bank/bank-transfer.ts'
import type { Libraries } from '../service/bank/libraries.ts'
import type { ExportLine } from '../service/catalogue/exporter.ts'
import type { LearnReport } from '../service/learning/learn-report.ts'
import type { Learner, LearnOptions, LearnPlan, Sessions } from '../service/learning/learner.ts'
import type { OwnSkill } from '../service/learning/own-skill.ts'
import type { ModelSpending, ModelUsage, ReviewSummary } from '../service/learning/spending-report.ts'
import type { ActivatedSkill, Activating, ActivationOptions } from '../service/offers/activating.ts'
import type { Announcer } from '../service/offers/announcer.ts'
import type {
  ChatSkills,
  ContextOptions,
  FoundSkill,
  IngestOptions,
  SearchOptions,
} from '../service/offers/chat-skills.ts'
import type { Conversing } from '../service/offers/conversing.ts'
import type { Place } from '../service/offers/elsewhere.ts'
import type { Listing } from '../service/offers/listing.ts'
import type { Loader, OfferedSkill, RenderOptions, SkillText } from '../service/offers/loader.ts'
import type { Router } from '../service/offers/router.ts'
import type { Appraiser } from '../service/proof/appraiser.ts'
import type { Measurer } from '../service/proof/measurer.ts'
import type { OptimiseAsked, OptimiseLimits, Optimiser } from '../service/proof/optimiser.ts'
import type { BenchAsked, BenchLimits, SkillBench } from '../service/proof/skill-bench.ts'
import type { Auditor } from '../service/review/auditor.ts'
import type { Checker } from '../service/review/checker.ts'
import type { Curator } from '../service/review/curator.ts'
import type { Explainer } from '../service/review/explainer.ts'
import type { Abilities, Historian, ProposedChange, SkillVersion } from '../service/review/historian.ts'
import type { Purger } from '../service/review/purger.ts'
import type { Archiving, QueueItem, QueuePage, ReviewQueue } from '../service/review/review-queue.ts'
import type { SkillEdit } from '../service/review/skill-editor.ts'
import type { StandingRules } from '../service/review/standing-rules.ts'
import type { Undoing } from '../service/review/undoing.ts'
import type { AskedSchedule, Schedules, ScheduleView } from '../service/schedule/schedules.ts'
import type { TeamSkills } from '../service/team/team-skills.ts'
import type { ImportReport } from '../service/turns/import-tally.ts'
import type { Importer } from '../service/turns/importer.ts'
import type { Receiver } from '../service/turns/receiver.ts'
import type { Recorder } from '../service/turns/recorder.ts'
import type { WaitingTurns } from '../service/turns/waiting-turns.ts'
import type { Outlook } from '../store/outlook.ts'
import type { DecisionStore, Settlement, UseRecords } from '../store/ports/decision-store.ts'
import type { StandingRule } from '../store/ports/review-store.ts'
import type { FireRecord } from '../store/ports/schedule-store.ts'
import type { EvidencePlaces } from '../store/ports/skill-store.ts'
import type { PutAside, TriggerStore } from '../store/ports/turn-store.ts'
import type { PromptCounts, StorePlace, StoreUpkeep, TurnCounts } from '../store/ports/upkeep.ts'
import type { LedgerStore } from '../store/ports/version-store.ts'
import type { ExportRecord, LedgerLine } from '../store/skill-records.ts'
import type { ModelQuestions } from './language-model.ts'

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
  Place,
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
  TurnCounts,
}

/** Skills as a surface puts them before a model, and what it tells of that. */
export interface Offers
  extends Conversing,
    Activating,
    Listing,
    Pick<Router, 'expected'>,
    Pick<Loader, 'reference' | 'offered'>,
    Announcer,
    Pick<DecisionStore, 'markLoaded'> {
  /**
   * Takes back what `route` picked for a prompt at `since` or later, where its hint could not be given to the model: it is
   * no offer, as one that came too late. False if there is no such decision, or its outcome is known.
   */
  undelivered(prompt: Pick<Task, 'sessionId' | 'promptId'>, since: Date): Promise<boolean>
}

/** With what a person inspects and moves skills; the copies of a skill follow each move. */
export interface Review
  extends Curator,
    Auditor,
    Historian,
    Explainer,
    ReviewQueue,
    Archiving,
    Purger,
    Undoing,
    Pick<StandingRules, 'rules'>,
    Libraries,
    Pick<LedgerStore, 'revocations'> {
  /** Writes a person's text of SKILL.md, as `SkillEditor.edit` does; returns the skill. */
  edit(skill: string, edit: SkillEdit): Promise<Skill>
  /**
   * A person takes or drops a rule, as `StandingRules.decideRule` does; a draft says it no longer once it is dropped, and
   * `stillIn` names the reviewed skills that do.
   */
  decideRule(
    ...given: Parameters<StandingRules['decideRule']>
  ): Promise<StandingRule & { readonly stillIn: readonly string[] }>
}

/** Learns with a language model, and measures what skills are worth. Nothing of a model is loaded before it is asked. */
export interface Learning
  extends Learner,
    Sessions,
    ModelQuestions,
    ModelSpending,
    SkillBench,
    Optimiser,
    Measurer,
    Appraiser {
  /**
   * Stages a proposal, by its id or the beginning of it, as a skill of its own although it was refused as a duplicate
   * of another skill or merged into one. Asks no model. Throws `bad_usage`.
   */
  readonly notDuplicate: OwnSkill
}

/** Skills of a team, and what their use came to on this machine. */
export interface TeamOffers
  extends TeamSkills,
    Pick<UseRecords, 'liftRecords'>,
    Pick<EvidencePlaces, 'recentProjects'> {}

/** What takes in the sessions of agents and keeps the data in order, and what this process is. */
export interface Upkeep
  extends WaitingTurns,
    Receiver,
    Pick<Importer, 'import' | 'importAll' | 'notUnderstood'>,
    Pick<TriggerStore, 'putAside'>,
    Pick<StoreUpkeep, 'tally' | 'lastTurns'>,
    Checker {
  readonly config: Config
  /** The database file in use, or why there is none: then streaks are kept in memory and no arm is seeded. */
  readonly database: StorePlace
  /** All events from now on. */
  events(): AsyncIterableIterator<LoopEvent>
  /** Changes whenever another process may have changed the database. */
  revision(): Promise<number>
  /** What came of the prompts since then, as far as they are among the latest 10,000 decisions. */
  promptsSince(since: Date): Promise<PromptCounts>
  /** The turns since then by day, and the tasks among them, as far as they are among the latest 10,000 turns. */
  turnsSince(since: Date): Promise<TurnCounts>
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

/** The whole loop: the verbs of a host, and its parts by who needs them. Disposing it releases the database. */
export interface SkillLoop
  extends Pick<Recorder, 'endOfRun'>,
    Pick<Router, 'route'>,
    Pick<Loader, 'load'>,
    ChatSkills,
    AsyncDisposable {
  /** Credits an outcome to a decision's pick, once. Throws `not_found`. */
  reward(decisionId: string, outcome: Outcome): Promise<Settlement>
  readonly offers: Offers
  readonly review: Review
  readonly learning: Learning
  /** What runs at its time. */
  readonly schedules: Schedules
  /** The users for whom this loop's process works; they have their own data folders below its own. */
  readonly bank: SkillBank
  /** What goes to a team and comes from it. */
  readonly team: TeamOffers
  readonly upkeep: Upkeep
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
   * layout into libraries of these users. Nothing that is there is overwritten. Throws `not_found`.
   */
  import(folder: string): Promise<BankTransfer>
  /**
   * Writes a bank in AutoSkill's layout into an empty folder: imported libraries as they are, and the skills that may be
   * offered, of all users. Throws `refused`.
   */
  export(folder: string): Promise<BankTransfer>
  stats(): Promise<BankStats>
}

/** A user's loop; it has no stream of events, and is closed with the loop of the bank. */
export interface UserLoop extends Omit<SkillLoop, 'bank' | 'schedules' | 'upkeep' | keyof AsyncDisposable> {
  readonly upkeep: Omit<Upkeep, 'events'>
}

export interface SkillLoopOptions {
  /** Option values by key, over the environment and the user's file; `'data.dir': null` goes without a database. */
  readonly settings?: NonNullable<ConfigSources['given']>
  /** Used instead of the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** For a server that an agent starts: the folders that it works in, whose project may have set anything in `env`. */
  readonly agentIn?: readonly string[]
  readonly now?: () => Date
  /** Returns a random UUID v4. */
  readonly newId?: () => string
  /** Random numbers in [0, 1) for Thompson sampling. */
  readonly random?: () => number
  /** A language model of the host's own, instead of the configured one. */
  readonly languageModel?: ModelProvider
  readonly onEvent?: (event: LoopEvent) => void
  /** This process may be killed at any time; that counts little against the job that it was at. */
  readonly hurried?: boolean
  /** It offers what other processes have looked at, and looks at no folder of skills but those that it offers. */
  readonly asKnown?: boolean
  /** How long it waits for what another process has locked, in ms. */
  readonly patienceMs?: number
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
