import type { Counts } from '../../domain/hydration.ts'
import type { Translation } from '../../domain/tool-names.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillLocation, SkillRecord, VerdictRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Shelf } from '../bank/shelf.ts'

/** The skills of one open loop: keeps rows and folders in agreement, and has the one rule of what may be offered. */
export interface Catalogue {
  /** The first synchronisation; a `brief` process reads only folders that no last full look covers. */
  begin(brief?: boolean): Promise<void>
  /** Takes what changed in the skills folder since the last look into rows; returns the stamps of the folders by name. */
  sync(): Promise<ReadonlyMap<string, string>>
  /** Synchronises if another process or a person may have changed something since; returns whether anything changed. */
  refresh(): Promise<boolean>
  /** `sync` for a caller that holds the folder's lock; only reads the folder of `skill` if a full look is recent. */
  syncHeld(skill?: string): Promise<void>
  /** Skills that may be offered to a model; the same array until a skill changes. */
  offered(): Promise<readonly SkillRecord[]>
  count(): Promise<number>
  /** The skill of this name, if it may be offered to a model. */
  visible(name: string): Promise<SkillRecord | undefined>
  /**
   * Those of these names that may be offered. A process that made no full look checks these folders, and looks at all
   * if one of them differs from its row.
   */
  named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>>
  /** Whether this process scans what `named` is asked for: the last full look was by other safety rules. */
  isScanning(): boolean
  /** Increases whenever a skill is taken in here, so that callers can tell that what they read is out of date. */
  readonly generation: number
  /** The recorded outcomes of skills in use that may be offered. */
  records(): Promise<readonly Counts[]>
  /** Whether a skill's bytes are still those that its row describes; if not, the next look takes them in. */
  isAsSeen(skill: SkillRecord): Promise<boolean>
  /**
   * The skill that a reference means: a name, an id or a unique prefix of an id. Looks at its folder only, and at all
   * folders if that one changed or nothing has the name. Throws `no_such_skill` or `ambiguous_skill`.
   */
  find(reference: string): Promise<SkillRecord>
  all(): Promise<readonly SkillRecord[]>
  /** Adds a skill that was just written, without a look at the folder. */
  register(skill: SkillRecord): Promise<void>
}

/** Decides whether content may be put before a model; every way to a model asks it. */
export interface Clearance {
  /**
   * The verdict of this version of the safety rules on a skill's files and the turns that they came from: read by
   * digest, or scanned now and stored.
   */
  verdictOf(files: SkillFiles, turns?: readonly TurnTrajectory[]): Promise<Verdict>
  /** Marks content as not to be offered, whatever its manifest says. */
  hold(files: SkillFiles, why: string): Promise<void>
}

export interface Verdict extends VerdictRecord {
  /** Why it must not be offered; undefined if it may be. */
  readonly held: string | undefined
}

/** Keeps the skill folders in line with the rows, which are authoritative. */
export interface SkillPublisher {
  /**
   * Publishes a version to the skill's folder: moves the withdrawn folder back if it holds that version, else writes
   * the version and leaves the withdrawn folder in the archive. `foreign` if the name holds other bytes than the row's
   * or the version's; in this case, and if it throws, the folder is unchanged.
   */
  publish(
    row: SkillRecord,
    head: Pick<VersionRecord, 'digest'>,
    files: SkillFiles,
    finishes?: string,
  ): Promise<SkillLocation | 'foreign'>
  /** Moves the folder of an archived or revoked skill, complete, into the archive. */
  withdraw(row: SkillRecord): Promise<void>
  /** Whether an interrupted run may have left work; takes no lock. `change`: only rows changed since are checked. */
  needsRepair(change?: number): Promise<boolean>
  /** Finishes the work of interrupted runs. Returns a line for each repair. */
  repair(): Promise<readonly string[]>
}

/** Repairs what an interrupted run left, and what a database has lost. */
export interface SkillRepairs extends Pick<SkillPublisher, 'needsRepair' | 'repair'> {
  /**
   * Rebuilds the rows that the file beside the skills and the ledger tell of, and the database lacks: of skills with these
   * names, or of all. Returns a line for each.
   */
  regain(names?: readonly string[]): Promise<readonly string[]>
}

/** The copy of a draft's SKILL.md in a second folder, best effort: a failure is a warning. */
export interface SecondCopies {
  /**
   * Writes the copy of the skill's current SKILL.md if the skill may be offered, else removes it. Only overwrites text
   * that is a version of the skill.
   */
  follow(skill: Pick<SkillRecord, 'id' | 'name' | 'origin' | 'status'>, files: SkillFiles): Promise<void>
  /** Removes the copy of a skill that may no longer be offered, if it is exactly one of its versions. */
  withdraw(skill: Pick<SkillRecord, 'id' | 'name'>): Promise<void>
}

/** Gives the text of a skill in the tool names of the agent that asks for it. */
export interface ToolNames {
  /** Engines whose tools are known. */
  readonly engines: readonly string[]
  /** What tells the names that are known now from those of other versions of this program. */
  edition(): string
  /** How the makers of an engine write it; undefined where its tools are not known. */
  labelOf(engine: string): string | undefined
  /**
   * The text for an engine, with the tools of the agents that the skill was drafted under renamed; of any other agent
   * where it was not drafted, or from turns of no known one. The same text where the engine's tools are not known.
   */
  translate(skill: Pick<SkillRecord, 'id' | 'headVersion'>, text: string, engine: string): Promise<Translation>
}

/** The catalogue of a person's own skills with what they approved of shared libraries; an own skill goes before. */
export function withLibraries(own: Catalogue, shelf: Shelf): Catalogue {
  let held: { readonly from: readonly (readonly SkillRecord[])[]; readonly all: readonly SkillRecord[] } | undefined

  async function offered(): Promise<readonly SkillRecord[]> {
    const [mine, shared] = [await own.offered(), await shelf.offered()]
    if (shared.length === 0) return mine
    if (held?.from[0] !== mine || held.from[1] !== shared) held = { from: [mine, shared], all: [...mine, ...shared] }
    return held.all
  }

  async function named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>> {
    const mine = await own.named(names)
    const others = names.filter((name) => !mine.has(name))
    return others.length === 0 ? mine : new Map([...mine, ...(await shelf.named(others))])
  }

  return {
    ...own,
    get generation() {
      return own.generation + shelf.generation
    },
    async refresh() {
      const changed = await own.refresh()
      return (await shelf.refresh()) || changed
    },
    offered,
    named,
    count: async () => (await own.count()) + (await shelf.count()),
    records: async () => [...(await own.records()), ...(await shelf.records())],
    visible: async (name) => (await own.visible(name)) ?? (await shelf.named([name])).get(name),
    isAsSeen: async (skill) => await (skill.library === undefined ? own : shelf).isAsSeen(skill),
  }
}
