/** Where the runs came from that skills rest on. */
export interface EvidencePlaces {
  /**
   * Agents and projects of at most `limit` turns that the current version of each skill was drawn from, or else its newest
   * version that was drawn from any; by the id of the skill. Skills without such turns are left out.
   */
  placesOf(skillIds: readonly string[], limit: number): Promise<ReadonlyMap<string, Places>>
  /** Names of the skills that belong to other projects than this one (`SkillRecord.projects`). */
  skillsElsewhere(project: string): Promise<ReadonlySet<string>>
}

/** Each once, in order. */
export interface Places {
  readonly engines: readonly string[]
  readonly projects: readonly string[]
}
