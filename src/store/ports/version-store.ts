import type { DrawnVersion, VersionRecord } from '../skill-records.ts'

/** Published and proposed states of a skill, and their files. */
export interface VersionStore {
  /** The versions of a skill, oldest first, whatever became of them. */
  versions(skillId: string): Promise<readonly VersionRecord[]>
  /** Versions that these turns are evidence of, by name of their skill, oldest first. */
  versionsFrom(turnIds: readonly string[]): Promise<readonly DrawnVersion[]>
  /** The versions of all skills, in the order of their making. */
  allVersions(): Promise<readonly VersionRecord[]>
  files(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** What the evidence alone said of a version that holds what a person wrote, too; empty for any other. */
  draftOf(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
}
