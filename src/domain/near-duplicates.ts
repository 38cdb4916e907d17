import type { AuditFinding } from './audit.ts'
import { STOPWORDS, unicodeWords } from './signature.ts'
import type { Skill } from './skill.ts'
import { visibilityOf } from './visibility.ts'

/** Two skills that do the same task by their runs, and what they share, in words. */
export interface TwinSkills {
  readonly skill: Skill
  readonly other: Skill
  readonly reason: string
}

/**
 * Findings of skill pairs for the same task: those with nearly the same words in name and triggers, and those in
 * `twins`. The suggested command withdraws the more dispensable skill of a pair.
 */
export function duplicates(skills: readonly Skill[], twins: readonly TwinSkills[] = []): AuditFinding[] {
  const reasons = new Map<string, { readonly pair: readonly [Skill, Skill]; readonly why: string[] }>()
  const note = (one: Skill, other: Skill, why: string) => {
    const pair = one.name < other.name ? ([one, other] as const) : ([other, one] as const)
    const key = `${pair[0].name} ${pair[1].name}`
    const known = reasons.get(key) ?? { pair, why: [] }
    known.why.push(why)
    reasons.set(key, known)
  }
  for (const same of sameTexts(skills)) note(...same, 'their texts are the same')
  const words = skills.map((skill) => wordsOf(skill))
  for (const [i, k, alike] of alikeSets(words, { least: DUPLICATE, fewest: FEW_WORDS }))
    note(skills[i]!, skills[k]!, `${Math.round(alike * 100)} % of their words are the same`)
  for (const { skill, other, reason } of twins) note(skill, other, reason)
  return [...reasons.values()].map(({ pair, why }) => ({
    kind: 'duplicate' as const,
    skills: pair.map(({ name }) => name),
    detail: why.join('; '),
    command: `wayland-core --skills-archive ${spare(...pair).name}`,
  }))
}

/** Pairs of skills whose texts are equal but for their names and white space: each with the first of them. */
function sameTexts(skills: readonly Skill[]): readonly (readonly [Skill, Skill])[] {
  const first = new Map<string, Skill>()
  return skills.flatMap((skill): (readonly [Skill, Skill])[] => {
    const text = skill.body.replaceAll(skill.name, '').replace(/\s+/g, ' ').trim()
    const other = first.get(text)
    if (other === undefined) first.set(text, skill)
    return other === undefined || text.length < LEAST_TEXT ? [] : [[other, skill]]
  })
}

/** Letters of a text below which two that are equal say too little. */
const LEAST_TEXT = 40

/** The skill of a pair to withdraw: the draft rather than the released skill, else the newer one. */
function spare(one: Skill, other: Skill): Skill {
  const [a, b] = [visibilityOf(one).exported, visibilityOf(other).exported]
  if (a !== b) return a ? other : one
  return one.createdAt > other.createdAt ? one : other
}

/** Least share of distinct words that two duplicates have in common. */
const DUPLICATE = 0.8
/** Texts with fewer distinct words are not compared: they say too little. */
const FEW_WORDS = 4

const STOP = new Set(STOPWORDS)
/** Words of the fixed sentences in every draft's description. */
const BOILERPLATE = new Set([
  'recurring',
  'task',
  'project',
  'use',
  'request',
  'mentions',
  'resembles',
  'auto',
  'run',
  'read',
  'edit',
  'files',
])

function wordsOf(skill: Skill): ReadonlySet<string> {
  const own = skill.triggers.length > 0 ? skill.triggers.join(' ') : skill.description
  return new Set([...unicodeWords(`${skill.name} ${own}`)].filter((word) => !STOP.has(word) && !BOILERPLATE.has(word)))
}

/** Candidates that a set is compared with at most, the newest first: thousands of sets may share a rare word. */
const MAX_COMPARED = 100

/** Tolerance for a product such as 0.8 × 35, which rounding may put above the whole number. */
const ROUNDING = 1e-9

/** Indices of two sets in the list, the lower one first, and their Jaccard similarity, 0 to 1. */
type AlikePair = readonly [one: number, other: number, alike: number]

/**
 * Pairs of sets, each of at least `fewest` words, with a Jaccard similarity of at least `least`, in the order of the
 * list. Candidates are found by their rarest words: two sets of similarity `t` share one of the first `n - ceil(t n) +
 * 1` words of each (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007).
 */
export function alikeSets(
  sets: readonly ReadonlySet<string>[],
  { least, fewest }: { readonly least: number; readonly fewest: number },
): readonly AlikePair[] {
  // A word with its number is looked up once for each set, and not at each comparison of the sort.
  const known = new Map<string, Word>()
  const worded = sets.map((set) => Array.from(set, (text) => counted(known, text)))
  const found: AlikePair[] = []
  for (const [index, words] of worded.entries()) {
    const size = words.length
    if (size < fewest) continue
    const prefix = words.sort(rarer).slice(0, size - Math.ceil(least * size - ROUNDING) + 1)
    const near = new Set<number>()
    for (const { showing } of prefix) {
      // The newest first: a set is more similar to recent ones than to old ones.
      for (let at = showing.length - 1; at >= 0 && near.size < MAX_COMPARED; at--) near.add(showing[at]!)
      showing.push(index)
    }
    for (const other of near) {
      const alike = jaccard(sets[other]!, sets[index]!)
      if (alike >= least) found.push([other, index, alike])
    }
  }
  return found.sort(([a, b], [c, d]) => a - c || b - d)
}

/** A word of any set. */
interface Word {
  readonly text: string
  /** Number of sets that hold it. */
  count: number
  /** Sets among whose rarest words it is, in order. */
  readonly showing: number[]
}

function counted(known: Map<string, Word>, text: string): Word {
  const word = known.get(text) ?? { text, count: 0, showing: [] }
  if (++word.count === 1) known.set(text, word)
  return word
}

const rarer = (a: Word, b: Word): number => a.count - b.count || (a.text < b.text ? -1 : 1)

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const word of a) if (b.has(word)) both++
  return both / (a.size + b.size - both)
}
