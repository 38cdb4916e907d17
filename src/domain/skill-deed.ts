import type { Skill } from './skill.ts'

/** What the runs of a draft did, beside its text. */
export const EVIDENCE_FILE = 'references/evidence.md'

/** The files without that record, which asks nothing of a model. */
export const withoutRecord = <T>(files: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...files].filter(([path]) => path !== EVIDENCE_FILE))

export function deedOf({ description }: Pick<Skill, 'description'>): { readonly deed: string; readonly when: string } {
  const at = description.search(/(?<=[.!?]\s{1,3})Use (?:it|this|when|for)\b/)
  return at < 0
    ? { deed: description, when: '' }
    : { deed: description.slice(0, at).trim(), when: description.slice(at).trim() }
}

/** The numbered steps of a skill's text, without their numbers; "[2/3]" at the end of one in words. */
export const stepsOf = ({ body }: Pick<Skill, 'body'>): readonly string[] =>
  body
    .split('\n')
    .flatMap((line) => /^\d+\. (.*)$/.exec(line)?.[1] ?? [])
    .map((step) => step.replace(/ \[(\d+)\/(\d+)\]$/, ' (in $1 of $2 runs)'))
