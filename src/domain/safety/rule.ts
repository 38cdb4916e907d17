/** How much a finding weighs: `block` quarantines, `warn` wants a person's eye, `note` is for the record. */
export type Severity = 'block' | 'warn' | 'note'

/** What a rule found in a text: where, and how severe when that depends on what was found. */
export interface Hit {
  readonly at: number
  readonly length: number
  readonly severity?: Severity
}

/** What one pass over a text tells about it, see `cueIndex`. */
export type Feature =
  | 'unseen'
  | 'lookalike'
  | 'otherScript'
  | 'control'
  | 'longRun'
  | 'longerRun'
  | 'spacedLetters'
  | 'digitWord'

/**
 * One pattern of one class of danger. It is tried only on a text that holds one of its cues (lower-case ASCII words) or
 * literals, or has its feature; on every text if it has none of them. Patterns are global, and bounded so that they run
 * in linear time.
 */
export interface Rule {
  readonly rule: string
  readonly severity: Severity
  readonly why: string
  readonly cues?: readonly string[]
  readonly literals?: readonly string[]
  readonly feature?: Feature
  readonly pattern: RegExp
  /** Its matches are ordinary words until they are looked at closely: many of them say nothing. */
  readonly isCommon?: boolean
  /** A closer look at a match: another severity, or undefined for "no finding". */
  readonly judge?: (match: RegExpExecArray, text: string) => Severity | undefined
}

/** Most matches of one rule in one text; more of the same say nothing new. */
const MAX_HITS = 20
/** Most matches that are looked at closely; a text with more of them is suspect as it is. */
const MAX_JUDGED = 500
/** The same of a rule whose matches are ordinary words; the rest is not looked at. */
const MAX_COMMON = 5_000

/** The hits of a rule in a text, in order. */
export function hitsOf(rule: Rule, text: string): readonly Hit[] {
  const hits: Hit[] = []
  let judged = 0
  for (const match of text.matchAll(rule.pattern)) {
    judged++
    if (rule.isCommon === true && judged > MAX_COMMON) break
    if (rule.isCommon !== true && judged > MAX_JUDGED)
      return [...hits, { at: match.index, length: match[0].length, severity: 'warn' }]
    const severity = rule.judge === undefined ? rule.severity : rule.judge(match, text)
    if (severity !== undefined) hits.push({ at: match.index, length: match[0].length, severity })
    if (hits.length >= MAX_HITS) break
  }
  return hits
}

/** The words of a cue list. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/)
