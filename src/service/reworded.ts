import type { VersionRecord } from '../store/skill-records.ts'

/** The trigger of a version that a model worded anew begins so. */
export const REWORDED = 'reworded-'

/** Whether no person has changed the text: it is by rules, or by a model in place of theirs. */
export const isUnedited = ({ author, baseId, triggerId }: VersionRecord): boolean =>
  baseId === null && (author === 'auto' || (author === 'model' && triggerId?.startsWith(REWORDED) === true))
