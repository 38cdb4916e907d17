import type { Feature, Rule } from './rule.ts'

/** Selects the rules that a text can match, in one pass over its words. */
export type CueIndex = (text: string) => Picked

/** The rules to try on a text, and the features found in the same pass. */
export interface Picked {
  readonly rules: readonly Rule[]
  readonly features: ReadonlySet<Feature>
}

/** Indexes rules by their cue words, so that a text without any of them costs one pass. */
export function cueIndex(rules: readonly Rule[]): CueIndex {
  const index = new Words(rules)
  const byFeature = rules.flatMap((rule, i) => (rule.feature === undefined ? [] : [[rule.feature, i] as const]))
  const byLiteral = rules.flatMap((rule, i) => (rule.literals ?? []).map((literal) => [literal, i] as const))
  const always = rules.flatMap((rule, i) => ((rule.cues ?? rule.literals ?? rule.feature) === undefined ? [i] : []))
  return (text) => {
    const picked = new Set(always)
    const features = index.look(text.toLowerCase(), picked)
    for (const [feature, i] of byFeature) if (features.has(feature)) picked.add(i)
    for (const [literal, i] of byLiteral) if (!picked.has(i) && text.includes(literal)) picked.add(i)
    return { rules: [...picked].sort((a, b) => a - b).map((i) => rules[i]!), features }
  }
}

/** Minimum length of a run of letters and digits that may be an encoding. */
const LONG = 16

/** Minimum number of single letters in a row that count as one spaced-out word. */
const SPACED = 8
const LONGEST_CUE = 31

/** The cue words, looked up by their first two letters and length before a substring is made. */
class Words {
  readonly #rules = new Map<string, number[]>()
  readonly #lengths = new Uint32Array(1 << 14)

  constructor(rules: readonly Rule[]) {
    for (const [i, rule] of rules.entries())
      for (const cue of rule.cues ?? []) {
        this.#rules.set(cue, [...(this.#rules.get(cue) ?? []), i])
        this.#lengths[(cue.charCodeAt(0) << 7) | cue.charCodeAt(1)]! |= 1 << cue.length
      }
  }

  /** Adds the rules whose cues occur in a lower-case text; returns the features of the text. */
  look(text: string, picked: Set<number>): Set<Feature> {
    const features = new Set<Feature>()
    const seen = { longest: 0, alone: 0, mostAlone: 0 }
    let start = -1
    let kinds = 0
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32
      const kind = code > 127 ? OUTSIDE : CLASS[code]!
      if (kind <= WORD) {
        if (start < 0) start = i
        kinds |= kind
        continue
      }
      if (kind === OUTSIDE) outside(code, text.charCodeAt(i - 1), features)
      else if (kind === CONTROL) features.add('control')
      if (start < 0) continue
      const length = i - start
      if (length > 1) this.#word(text, start, length, picked)
      if (kinds === WORD && length >= 5 && DISGUISED.has(text.charCodeAt(start))) features.add('digitWord')
      count(seen, length)
      start = -1
      kinds = 0
    }
    if (seen.longest >= LONG) features.add('longRun')
    if (seen.mostAlone >= SPACED) features.add('spacedLetters')
    return features
  }

  #word(text: string, start: number, length: number, picked: Set<number>): void {
    const mask = this.#lengths[(text.charCodeAt(start) << 7) | text.charCodeAt(start + 1)]!
    if (length > LONGEST_CUE || ((mask >>> length) & 1) === 0) return
    const rules = this.#rules.get(text.slice(start, start + length))
    if (rules !== undefined) for (const rule of rules) picked.add(rule)
  }
}

function count(seen: { longest: number; alone: number; mostAlone: number }, length: number): void {
  if (length > seen.longest) seen.longest = length
  seen.alone = length === 1 ? seen.alone + 1 : 0
  if (seen.alone > seen.mostAlone) seen.mostAlone = seen.alone
}

/** Adds the features of a character outside ASCII; accents, dashes, arrows and emoji have none. */
function outside(code: number, before: number, features: Set<Feature>): void {
  if (code < 0xa0) features.add('control')
  else if (code < 0x300) code === 0xad && features.add('unseen')
  else if (code < 0x2000) {
    features.add(
      code === 0x34f || code === 0x61c || code === 0x115f || code === 0x1160 || (code >= 0x17b4 && code < 0x1810)
        ? 'unseen'
        : 'otherScript',
    )
    if (code < 0x590 || (code >= 0x13a0 && code < 0x1400)) features.add('lookalike')
  } else if (code === 0xfe0f || code === 0xfe0e) (before < 128 || before >= 0xfe00) && features.add('unseen')
  else if (UNSEEN.some(([from, to]) => code >= from && code <= to)) features.add('unseen')
  else if (code >= 0x3040 && code < 0xd7b0) features.add('otherScript')
  else if ((code >= 0x24b6 && code < 0x24ea) || (code > 0xff00 && code < 0xff5f) || code === 0xd835 || code === 0xd83c)
    features.add('lookalike')
}

/** Code units of invisible characters: zero width, direction, fillers, selectors, and the plane of tags. */
const UNSEEN = [
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xdb40, 0xdb40],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
] as const

const LETTER = 1
const DIGIT = 2
/** The highest character class that is part of a word: letters and digits. */
const WORD = 3
const OTHER = 4
const CONTROL = 5
const OUTSIDE = 6
/** Letters and digits; control characters but for tab and line feed; everything else parts words. */
const CLASS = new Uint8Array(128).fill(OTHER)
for (let code = 97; code < 123; code++) CLASS[code] = LETTER
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT
for (let code = 0; code < 32; code++) if (code !== 9 && code !== 10) CLASS[code] = CONTROL
CLASS[127] = CONTROL

/** First characters of words that attacks disguise with digits: "ignore", "instructions". */
const DISGUISED = new Set([...'i1l'].map((char) => char.charCodeAt(0)))
