import type { VersionRecord } from '../../store/skill-records.ts'

/** Prefix of the trigger id of a version that a model reworded. */
export const REWORDED = 'reworded-'

/** Whether no person changed the version's text: rules wrote it, or a model reworded theirs. */
export const isUnedited = ({ author, baseId, triggerId }: VersionRecord): boolean =>
  baseId === null && (author === 'auto' || (author === 'model' && triggerId?.startsWith(REWORDED) === true))
