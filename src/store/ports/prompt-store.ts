import type { PromptRow } from '../prompt-row.ts'

/** The table `evolved_prompts`: texts of skills and their scores. */
export interface PromptStore {
  /** Adds a row unless there is one of its id, which is given back then. */
  addPrompt(row: PromptRow): Promise<PromptRow | undefined>
  /** One above the highest generation among a skill's rows of a scorer; 0 without any. */
  nextGeneration(skillName: string, scorer: string): Promise<number>
  /**
   * Measured rows before unmeasured, then score, then newest. Those that were measured on another text than the skill
   * has now are left out.
   */
  bestForSkill(name: string, scorer: string, limit: number): Promise<readonly PromptRow[]>
  /** Name and simulated successes of each name's best row of a scorer, in the order asked; those without successes left out. */
  seedPairsFor(names: readonly string[], scorer: string, limit: number): Promise<readonly (readonly [string, number])[]>
}
