import type { Config, ConfigSources } from '../config/config.ts'
import type { AuditReport } from '../domain/audit.ts'
import type { Decision, Task } from '../domain/decision.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { Move, MoveOptions } from '../domain/lifecycle.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import type { Skill } from '../domain/skill.ts'
import type { Outcome, TurnInput } from '../domain/turn.ts'
import type { VectorModel } from '../model/vector-model.ts'
import type { Announcer } from '../service/announcer.ts'
import type { Appraiser } from '../service/appraiser.ts'
import type { Checker } from '../service/checker.ts'
import type { Curator } from '../service/curator.ts'
import type { Explainer } from '../service/explainer.ts'
import type { ExportLine } from '../service/exporter.ts'
import type { Historian } from '../service/historian.ts'
import type { ImportReport } from '../service/import-tally.ts'
import type { Importer } from '../service/importer.ts'
import type { OfferedSkill, RenderedSkill, SkillText } from '../service/loader.ts'
import type { Measurer } from '../service/measurer.ts'
import type { Preparer } from '../service/preparer.ts'
import type { Purger } from '../service/purger.ts'
import type { Receiver } from '../service/receiver.ts'
import type { RouteOptions } from '../service/router.ts'
import type { Settlement } from '../store/decision-log.ts'
import type { Outlook } from '../store/outlook.ts'
import type { StorePlace } from '../store/ports/store-place.ts'
import type { Tally } from '../store/ports/upkeep.ts'
import type { PutAside } from '../store/put-aside.ts'
import type { ExportRecord, Revocation } from '../store/skill-records.ts'

export type { ExportLine, ImportReport, OfferedSkill, Outlook, PutAside, RenderedSkill, SkillText }

/** Takes turns in and drafts from them. */
export interface TurnIntake {
  /** Records a turn and perhaps drafts. Never throws: a fault is a receipt with status `failed`. */
  endOfRun(turn: TurnInput): Promise<TurnReceipt>
  /** Takes in a raw payload of an engine's hook. Throws `transcript_behind` (come again) and `bad_transcript`. */
  receive: Receiver['receive']
  /**
   * Counts the turns that `receive` and `import` only kept, in the order of their time, and drafts from them: how many they
   * were. Throws the store's fault.
   */
  count(): Promise<number>
  /** Reads an engine's session files, one or a folder of them; reading twice records nothing new. Throws `no_such_file`. */
  import: Importer['import']
  /** The same for files and folders of several engines at once. */
  importAll: Importer['importAll']
  /** Session files of the last month that look like conversations, and in which no prompt was found. */
  notUnderstood: Importer['notUnderstood']
  /** Drafts and turns that were put aside, each after it failed or ended its process too often. */
  putAside(): Promise<readonly PutAside[]>
  /** Tries at once what was put aside: how much it was. What fails again is an event, and what ends the process counts. */
  tryAgain(): Promise<number>
}

/** Offers skills to a model, and learns what came of it. */
export interface SkillOffers {
  /** A skill with its hint, or none and why; logged with its propensity. Never throws. */
  route(task: Task, options?: RouteOptions): Promise<Decision>
  /** One line for the person on drafts that they were not told of yet, to go along with a hint; each is told of once. */
  news: Announcer['news']
  /** Credits an outcome to a decision's pick, once. Throws `no_such_decision`. */
  reward(decisionId: string, outcome: Outcome): Promise<Settlement>
  /** The text of a skill and its folder, drafts of this session included. Throws `no_such_skill`, also for a hidden one. */
  load(name: string): Promise<SkillText>
  /**
   * A skill as a host puts it before a model, asked for by its name or id and arguments, or as slash text (`/name args`);
   * never runs anything. Undefined for slash text that names no skill: it is for the host. Throws `no_such_skill`, and
   * `refused` with the reason for one that may not be offered.
   */
  render(asked: string, args?: string): Promise<RenderedSkill | undefined>
  /** Skills that may be put before a model, as they are now. */
  offered(): Promise<readonly OfferedSkill[]>
  /** Notes that the text of a decision's pick reached the model; false where the decision is settled, unknown or of another pick. */
  markLoaded(decisionId: string, skill: string): Promise<boolean>
}

/** What a person looks at skills and moves them with. */
export interface SkillReview extends Historian, Explainer, Measurer, Appraiser, Purger, Preparer, Checker {
  skills(): Promise<readonly Skill[]>
  /** The one that a name, an id or a unique beginning of one means. Throws `no_such_skill` or `ambiguous_skill`. */
  skill(reference: string): Promise<Skill>
  /** How many skills there are by status, and drafts that wait, the newest first, at most so many of each kind. */
  standing: Curator['standing']
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
  /** Moves a skill named by name, id or a unique beginning of its id. Throws `illegal_move` with the reason. */
  move(skill: string, move: Move, options?: MoveOptions): Promise<Skill>
  /** What there is of an archived or revoked skill: its version, and the files that it left. */
  remains: Curator['remains']
  /** Revocations in force. */
  revocations(): Promise<readonly Revocation[]>
}

/** Keeps the database and the copies of skills in order. */
export interface Upkeep {
  /** How much was recorded so far. */
  tally(): Promise<Tally>
  /** Removes a little of what the options `retention.*` do not keep; whether there is more to look at. */
  retain(): Promise<boolean>
  /**
   * Looks through the whole database, which takes a while; `quick`: through what skills rest on. One that is damaged is set
   * aside, and a new one begun.
   */
  verify(how?: { readonly quick?: boolean }): Promise<void>
  /**
   * Brings the copies of active skills into the folders that engines read, and takes back what is not active any more.
   * Throws `storage_unavailable` without a database.
   */
  sync(options?: SyncOptions): Promise<readonly ExportLine[]>
  /** Copies of skills in the folders of engines. */
  exports(): Promise<readonly ExportRecord[]>
}

/** The whole loop. Turns go in, drafts and picks come out; closing it releases the database. */
export interface SkillLoop extends TurnIntake, SkillOffers, SkillReview, Upkeep, AsyncDisposable {
  readonly config: Config
  /** The database file in use, or why there is none: then streaks live in memory and nothing is seeded. */
  readonly database: StorePlace
  /** Everything worth telling, from now on. */
  events(): AsyncIterableIterator<LoopEvent>
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
  /** A model of the host's own for what texts mean, instead of the configured one. */
  readonly vectorModel?: VectorModel
  readonly onEvent?: (event: LoopEvent) => void
  /** This process is ended when its time is up, whatever it is at then: that says little against what it was at. */
  readonly hurried?: boolean
  /** This process asks little and ends: of the skills it looks at no more than it needs. */
  readonly brief?: boolean
  /** This process takes in the turns of many: what a person does in the skills folder it sees within a second. */
  readonly busy?: boolean
}

/** Which folders a sync is about; without any, all that connected engines read. */
export interface SyncOptions {
  /** Engines to write for, beside those that are connected. */
  readonly engines?: readonly string[]
  /** A project's folder, instead of the person's own and of every connected project. */
  readonly projectDir?: string
  /** An engine that was disconnected just now, in this place. */
  readonly without?: string
}
