import type { Counts } from '../../domain/hydration.ts'
import type { SkillRecord } from '../../store/skill-records.ts'

/**
 * The skills of one open loop: keeps rows and folders in agreement, and holds the one rule of which skills may be
 * offered.
 */
export interface Catalogue {
  /**
   * The first synchronisation; a short-lived process (`brief`) reads only folders that the last full look of any
   * process does not cover.
   */
  begin(brief?: boolean): Promise<void>
  /** Takes what changed in the skills folder since the last look into rows; returns the stamps of the folders by name. */
  sync(): Promise<ReadonlyMap<string, string>>
  /** Synchronises if another process or a person may have changed something since; returns whether anything changed. */
  refresh(): Promise<boolean>
  /**
   * `sync` for a caller that already holds the folder's lock; reads the folder of `skill` only, if a full look is
   * recent.
   */
  syncHeld(skill?: string): Promise<void>
  /** Skills that may be offered to a model; the same array until a skill changes. */
  offered(): Promise<readonly SkillRecord[]>
  /** Their number. */
  count(): Promise<number>
  /** The skill of this name, if it may be offered to a model. */
  visible(name: string): Promise<SkillRecord | undefined>
  /**
   * Those of these names that may be offered. A process that made no full look checks these folders, and looks at all
   * if one of them differs from its row.
   */
  named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>>
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
  /** Every skill with a row. */
  all(): Promise<readonly SkillRecord[]>
  /** Adds a skill that was just written, without a look at the folder. */
  register(skill: SkillRecord): Promise<void>
}
