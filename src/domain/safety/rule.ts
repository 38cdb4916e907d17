/** The severity of a finding: `block` quarantines, `warn` asks for a person's review, `note` is recorded only. */
export type Severity = 'block' | 'warn' | 'note'

/** A match of a rule: its position, and its severity if that depends on the match. */
export interface Hit {
  readonly at: number
  readonly length: number
  readonly severity?: Severity
}

/** Features of a text that one pass finds, see `cueIndex`. */
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
  /** Whether it matches ordinary words, of which `judge` drops most. */
  readonly isCommon?: boolean
  /** Examines a match: its severity, or undefined for no finding. */
  readonly judge?: (match: RegExpExecArray, text: string) => Severity | undefined
}

/** Maximum number of hits of one rule in one text. */
const MAX_HITS = 20
/** Maximum number of matches passed to `judge`; a text with more is suspect by itself. */
const MAX_JUDGED = 500
/** The maximum for rules that match ordinary words; further matches are skipped. */
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
