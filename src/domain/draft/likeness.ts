import { opposed, polarityOf } from '../grouping/polarity.ts'
import { matchesOf } from '../matches.ts'
import { unicodeWords } from '../signature.ts'
import { tally } from '../tally.ts'
import { contentWords } from './base-rates.ts'

/** The name of a skill and the requests for it. */
export interface SkillRequests {
  readonly name: string
  readonly triggers: readonly string[]
}

/** The parts of a skill by which it is compared. */
export interface ComparedSkill extends SkillRequests {
  readonly description: string
  readonly body: string
}

/** Least number of shared content words: two occur in half of all requests of a project. */
const MIN_WORDS = 3
/** Least share of the longer request's words that the shorter one has. Not measured. */
const MIN_WORD_SHARE = 2 / 3
/** Least share of the longer list of concrete steps that both have. */
const MIN_STEP_SHARE = 1 / 2
/** Least share of the person's words that the draft's words make up, without a common step, and with one. */
const MIN_COVER = 1 / 2
const MIN_COVER_WITH_STEP = 1 / 4

/**
 * Whether two drafts are for one capability: one has all core words of the other (another object or verb is another
 * task), they are not opposites, and at least half of the concrete steps are equal. Without steps on both sides the
 * words must be equal. Symmetric; false if either has too few words.
 */
export function sameCapability(one: ComparedSkill, other: ComparedSkill): boolean {
  const [a, b] = [coreWords(one.triggers), coreWords(other.triggers)]
  const shared = common(a, b)
  if (shared < MIN_WORDS || shared < Math.min(a.size, b.size)) return false
  if (shared / Math.max(a.size, b.size) < MIN_WORD_SHARE || areOpposed(one, other)) return false
  const [x, y] = [concreteSteps(one.body), concreteSteps(other.body)]
  if (x.size + y.size === 0) return a.size === b.size
  return common(x, y) / Math.max(x.size, y.size) >= MIN_STEP_SHARE
}

/** Whether two texts show the same concrete steps, and some. */
export function haveEqualSteps(one: Pick<ComparedSkill, 'body'>, other: Pick<ComparedSkill, 'body'>): boolean {
  const [x, y] = [concreteSteps(one.body), concreteSteps(other.body)]
  return x.size > 0 && x.size === y.size && common(x, y) === x.size
}

/**
 * Whether a person's skill already covers a draft: its name, description and triggers have all core words of the draft,
 * and these make up at least `MIN_COVER` of its words, or `MIN_COVER_WITH_STEP` if a concrete step is equal.
 */
export function isCovered(draft: ComparedSkill, person: ComparedSkill): boolean {
  const wanted = coreWords(draft.triggers)
  const said = new Set(contentWords([person.name, person.description, ...person.triggers].join(' ')))
  if (wanted.size < MIN_WORDS || common(wanted, said) < wanted.size || areOpposed(draft, person)) return false
  const share = wanted.size / said.size
  if (share >= MIN_COVER) return true
  return share >= MIN_COVER_WITH_STEP && common(concreteSteps(draft.body), concreteSteps(person.body)) > 0
}

/** Hashes of the words that more than half of the requests contain. */
export function coreWords(triggers: readonly string[]): ReadonlySet<number> {
  const counts = tally(triggers.flatMap(contentWords))
  return new Set([...counts].filter(([, count]) => count * 2 > triggers.length).map(([word]) => word))
}

/** Whether the names and requests of two skills take opposite sides ("enable", "disable"). */
export const areOpposed = (one: SkillRequests, other: SkillRequests): boolean => opposed(sides(one), sides(other))

const sides = ({ name, triggers }: SkillRequests) =>
  polarityOf([...unicodeWords(`${name} ${triggers.join(' ')}`.toLowerCase())])

/** Commands and paths that a text shows as code: in numbered lines and code blocks, else anywhere. */
function concreteSteps(body: string): ReadonlySet<string> {
  const blocks = [...matchesOf(BLOCK, body)].flatMap(([, text = '']) => text.split('\n'))
  const numbered = (body.match(NUMBERED) ?? []).flatMap(spans)
  const all = blocks.length + numbered.length > 0 ? [...blocks, ...numbered] : spans(body)
  return new Set(all.map((text) => text.trim().replace(/\s+/g, ' ')).filter(isConcrete))
}

/** The inline code of a text. */
export const spans = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const BLOCK = /^ {0,8}```[^\n\r\u2028\u2029]*\r?\n([\s\S]*?)^ {0,8}```/gm
const NUMBERED = /^[ \t]*\d{1,9}\. .*$/gm
/** Whether code has two words or is a path, without a placeholder, which would match anything. */
const isConcrete = (text: string): boolean => !/[<>]/.test(text) && /[\w-][\s/]/.test(text)

function common<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let both = 0
  for (const item of a) if (b.has(item)) both++
  return both
}
