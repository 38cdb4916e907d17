import type { DrawnVersion, VersionRecord } from '../skill-records.ts'

/** Published and proposed versions of skills, with their files. */
export interface VersionStore {
  /** The versions of a skill, oldest first, in any state. */
  versions(skillId: string): Promise<readonly VersionRecord[]>
  /** Versions that these turns are evidence of, by skill name, oldest first. */
  versionsFrom(turnIds: readonly string[]): Promise<readonly DrawnVersion[]>
  /** The current version of each skill, by the id of the skill. */
  heads(): Promise<ReadonlyMap<string, VersionRecord>>
  /** The number of the newest proposed version, by the id of its skill; not of archived and revoked skills. */
  proposed(): Promise<ReadonlyMap<string, string>>
  /** The versions of all skills in the order of insertion, or of those with these ids, by id, each skill's in that order. */
  allVersions(skillIds?: readonly string[]): Promise<readonly VersionRecord[]>
  files(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
  /** `files` of many versions, by the id of the version; a version without files is absent. All are in memory at once. */
  filesOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>>
  /** The drafted files of a version that also holds text by a person; empty for other versions. */
  draftOf(versionId: string): Promise<ReadonlyMap<string, Uint8Array>>
}
