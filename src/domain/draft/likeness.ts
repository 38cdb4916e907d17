import { opposed, polarityOf } from '../grouping/polarity.ts'
import { unicodeWords } from '../signature.ts'
import { contentWords } from './habit.ts'

/** What a person asks for with a skill. */
export interface Asked {
  readonly name: string
  readonly triggers: readonly string[]
}

/** What a skill is compared by. */
export interface Capability extends Asked {
  readonly description: string
  readonly body: string
}

/** Fewer shared content words say nothing: two are in half of all requests of a project. */
const MIN_WORDS = 3
/** Share of the longer request's words that the shorter one must hold; chosen on principle: two of three. */
const MIN_WORD_SHARE = 2 / 3
/** Share of the longer list of concrete steps that both must have. */
const MIN_STEP_SHARE = 1 / 2
/** Share of a person's description that the draft's words make up, without a step in common, and with one. */
const MIN_COVER = 1 / 2
const MIN_COVER_WITH_STEP = 1 / 4

/**
 * Whether two drafts are for one capability: one says all the words of the other (another object, another verb is another
 * task), neither the opposite of the other, and at least half of the concrete steps are the same. Without any steps on
 * both sides the words must be the same. Symmetric; false where either says too little.
 */
export function sameCapability(one: Capability, other: Capability): boolean {
  const [a, b] = [coreWords(one.triggers), coreWords(other.triggers)]
  const shared = common(a, b)
  if (shared < MIN_WORDS || shared < Math.min(a.size, b.size)) return false
  if (shared / Math.max(a.size, b.size) < MIN_WORD_SHARE || areOpposed(one, other)) return false
  const [x, y] = [concreteSteps(one.body), concreteSteps(other.body)]
  if (x.size + y.size === 0) return a.size === b.size
  return common(x, y) / Math.max(x.size, y.size) >= MIN_STEP_SHARE
}

/**
 * Whether a person's skill already is for what a draft is for: its name, description and triggers hold every word that the
 * draft's requests agree on, and those are a good part of it; fewer do when a concrete step is the same.
 */
export function isCovered(draft: Capability, person: Capability): boolean {
  const wanted = coreWords(draft.triggers)
  const said = new Set(contentWords([person.name, person.description, ...person.triggers].join(' ')))
  if (wanted.size < MIN_WORDS || common(wanted, said) < wanted.size || areOpposed(draft, person)) return false
  const share = wanted.size / said.size
  if (share >= MIN_COVER) return true
  return share >= MIN_COVER_WITH_STEP && common(concreteSteps(draft.body), concreteSteps(person.body)) > 0
}

/** Words that more than half of the requests say. */
export function coreWords(triggers: readonly string[]): ReadonlySet<number> {
  const counts = new Map<number, number>()
  for (const trigger of triggers)
    for (const word of contentWords(trigger)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count * 2 > triggers.length).map(([word]) => word))
}

export const areOpposed = (one: Asked, other: Asked): boolean => opposed(sides(one), sides(other))

const sides = ({ name, triggers }: Asked) =>
  polarityOf([...unicodeWords(`${name} ${triggers.join(' ')}`.toLowerCase())])

/** Commands and paths that a text has its reader run or open, from its numbered lines and code blocks, else from anywhere. */
function concreteSteps(body: string): ReadonlySet<string> {
  const blocks = [...body.matchAll(BLOCK)].flatMap(([, text = '']) => text.split('\n'))
  const numbered = (body.match(NUMBERED) ?? []).flatMap(spans)
  const all = blocks.length + numbered.length > 0 ? [...blocks, ...numbered] : spans(body)
  return new Set(all.map((text) => text.trim().replace(/\s+/g, ' ')).filter(isConcrete))
}

/** What a text shows as code, in one line. */
export const spans = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const BLOCK = /^```[^\n\r\u2028\u2029]*\r?\n([\s\S]*?)^```/gm
const NUMBERED = /^[ \t]*\d{1,9}\. .*$/gm
/** Two words, or a path; nothing with a placeholder, which anything may stand for. */
const isConcrete = (text: string): boolean => !/[<>]/.test(text) && /[\w-][\s/]/.test(text)

function common<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let both = 0
  for (const item of a) if (b.has(item)) both++
  return both
}
