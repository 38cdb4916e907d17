import type { PromptRow } from '../prompt-row.ts'

/** The table `evolved_prompts`: texts of skills and their scores. */
export interface PromptStore {
  /** Adds a row unless its id exists; the existing row is returned then. */
  addPrompt(row: PromptRow): Promise<PromptRow | undefined>
  /** One above the highest generation among a skill's rows of a scorer; 0 without rows. */
  nextGeneration(skillName: string, scorer: string): Promise<number>
  /**
   * Ordered by measured first, then score, then newest. Rows that were measured on another text than `body`, or else the
   * skill's current one, are left out.
   */
  bestForSkill(name: string, scorer: string, limit: number, body?: string): Promise<readonly PromptRow[]>
  /** The score of the first row of `bestForSkill` by name, for every skill or for the named ones. */
  bestScores(
    scorer: string,
    names?: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<PromptRow, 'score' | 'scoreMeasured'>>>
  /**
   * Name and simulated successes of each name's best row of a scorer, in the order of `names`, and the number of tasks
   * that it was measured on where the row tells; rows without successes are left out.
   */
  seedPairsFor(names: readonly string[], scorer: string, limit: number): Promise<readonly SeedPair[]>
}

/** Name, simulated successes, and tasks. */
export type SeedPair = readonly [name: string, successes: number, tasks?: number]
