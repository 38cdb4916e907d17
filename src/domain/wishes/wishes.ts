import { impersonal } from '../draft/impersonal.ts'
import { quote } from '../draft/quote.ts'
import { matchesOf } from '../matches.ts'
import { remembered } from '../remembered.ts'
import { tally } from '../tally.ts'
import { type Clause, clausesOf, isTelling, MAX_TYPED, termsOf } from './clauses.ts'
import { isOfItsMoment } from './moment.ts'
import { forbids, takesBack, type Voice, voiceOf, withoutLead } from './voice.ts'

/** A request in which wishes may be heard. */
export interface Heard {
  readonly turnId: string
  /** Requests of one session are one voice. */
  readonly session: string
  readonly project: string | undefined
  readonly text: string
}

/** A request that voices a wish, and the clause that does. */
export interface Source {
  readonly request: Heard
  readonly clause: Clause
}

/** What a person asks for in general: the requests that voice it, in the order of time, and what most of them say. */
export interface Wish {
  readonly text: string
  readonly sources: readonly Source[]
  /** Number of sessions that voice it. */
  readonly sessions: number
}

/**
 * The standing wishes in these requests, which come in the order of time: voiced in two sessions, or once in so many
 * words ("always", "never"), the same wish in other words once, and not taken back since. Thresholds and forms were
 * chosen on four developers' histories.
 */
export const wishesOf = (requests: readonly Heard[]): readonly Wish[] => hear(requests).wishes

/** `wishesOf`, and the turns whose wishes were taken back. */
export function hear(requests: readonly Heard[]): {
  readonly wishes: readonly Wish[]
  readonly takenBack: ReadonlySet<string>
} {
  const groups = groupsOf(requests)
  const wishes = groups.flatMap(({ sources }) => wishFrom(sources) ?? [])
  return { wishes, takenBack: new Set(groups.flatMap(({ takenBack }) => takenBack)) }
}

/** Whether a request may voice a wish: no wish rests on another one. */
export const voices = (request: string): boolean => read(request).clauses.length > 0

/** Least cosine of a clause to a wish's clauses, by terms weighed by their rarity. */
const ALIKE = 0.5
/** Sessions in which a plain order must recur beside other orders; two more if it has one telling word only. */
const RECURRING = 3

/** Clauses that say the same. */
interface Group {
  sources: Source[]
  /** Sum of the clauses' vectors, and its length. */
  readonly sum: Map<string, number>
  length: number
  /** Turns that voiced it before it was taken back. */
  readonly takenBack: string[]
}

function groupsOf(requests: readonly Heard[]): readonly Group[] {
  const rarity = rarityIn(requests.map(({ text }) => text))
  const groups: Group[] = []
  const withTerm = new Map<string, Set<Group>>()
  for (const request of requests)
    for (const clause of read(request.text).clauses) {
      const vector = new Map(clause.terms.map((term) => [term, rarity(term)]))
      const near = nearest(vector, withTerm)
      const group = near ?? { sources: [], sum: new Map<string, number>(), length: 0, takenBack: [] }
      const last = near?.sources.at(-1)
      if (near === undefined) groups.push(group)
      // "Actually do ask me first" ends "never ask me", and begins a wish of its own.
      else if (last !== undefined && takesBack(clause.text) && forbids(clause.text) !== forbids(last.clause.text)) {
        group.takenBack.push(...group.sources.map((source) => source.request.turnId))
        group.sources = []
      }
      group.sources.push({ request, clause })
      for (const [term, weight] of vector) {
        group.sum.set(term, (group.sum.get(term) ?? 0) + weight)
        withTerm.set(term, (withTerm.get(term) ?? new Set()).add(group))
      }
      group.length = length(group.sum)
    }
  return groups
}

/** How rare a term is among these requests; what only acts or points weighs half. */
function rarityIn(texts: readonly string[]): (term: string) => number {
  const held = tally(texts.flatMap((text) => read(text).terms))
  const known = new Map<string, number>()
  return (term) => {
    const rarity =
      known.get(term) ?? Math.log((texts.length + 1) / ((held.get(term) ?? 0) + 0.5)) * (isTelling(term) ? 1 : 0.5)
    known.set(term, rarity)
    return rarity
  }
}

/** Texts that were pasted too: what is left out of them is found by reading all of it. */
const read = remembered((text: string) => ({ clauses: clausesOf(text), terms: termsOf(text.slice(0, MAX_TYPED)) }), {
  most: 4_096,
  longest: 16_384,
})

/** The group whose clauses are most like these terms; of equal ones the last that was met, term by term. */
function nearest(
  vector: ReadonlyMap<string, number>,
  withTerm: ReadonlyMap<string, ReadonlySet<Group>>,
): Group | undefined {
  const shared = new Map<Group, number>()
  for (const [term, weight] of vector)
    for (const group of withTerm.get(term) ?? [])
      shared.set(group, (shared.get(group) ?? 0) + weight * (group.sum.get(term) ?? 0))
  let best: { readonly group: Group; readonly likeness: number } | undefined
  const own = length(vector)
  for (const [group, product] of shared) {
    const likeness = product / (own * group.length)
    if (likeness >= (best?.likeness ?? ALIKE)) best = { group, likeness }
  }
  return best?.group
}

const length = (vector: ReadonlyMap<string, number>): number => Math.hypot(...vector.values())

/** The wish that clauses voice together; undefined if none stands. */
function wishFrom(heard: readonly Source[]): Wish | undefined {
  const core = [...tally(heard.flatMap(({ clause }) => clause.terms))]
    .filter(([, count]) => count * 2 > heard.length)
    .map(([term]) => term)
  const said = ({ clause }: Source) => clause.terms.filter((term) => core.includes(term)).length
  const sources = heard.filter((source) => said(source) * 2 >= core.length)
  if (sources.length === 0) return undefined
  const sessions = new Set(sources.map(({ request }) => request.session)).size
  if (!stands(sources, core, sessions)) return undefined
  const text = plainest(sources, core)
  return isStanding(sources) && !namesDeed(text) ? undefined : { text, sources, sessions }
}

const isStanding = (sources: readonly Source[]): boolean => sources.some(({ clause }) => clause.voice === 'standing')

function stands(sources: readonly Source[], core: readonly string[], sessions: number): boolean {
  if (isStanding(sources)) return true
  const voiced = (voice: Voice) => sources.filter(({ clause }) => clause.voice === voice).length
  const telling = core.filter(isTelling).length
  if (core.length < 2 || telling === 0 || sessions < 2) return false
  const general = sources.filter(({ clause }) => !isOfItsMoment(clause.text)).length
  if (general === 0) return false
  if (voiced('rule') * 3 >= sources.length) return true
  const beside = sources.filter(({ clause }) => clause.beside).length
  if (general < 2 || beside * 2 < sources.length) return false
  return Math.min(sessions, tasksOf(sources, core)) >= (telling > 1 ? RECURRING : RECURRING + 2)
}

/** How many different things the requests ask for beside the wish: a part of one task that comes again is no wish. */
const tasksOf = (sources: readonly Source[], core: readonly string[]): number =>
  new Set(
    sources.map(({ request }) =>
      read(request.text)
        .terms.filter((term) => !core.includes(term))
        .join(' '),
    ),
  ).size

/** "make sure you do this next time" names no deed. The same rules are asked about for each draft. */
const namesDeed = remembered((text: string) => termsOf(text).length >= 2 && !POINTS.test(text))
const POINTS = /\b(?:do|doing|follow) (?:this|that|it)\b/i

/** The wish in the words of the source that says it most plainly. */
function plainest(sources: readonly Source[], core: readonly string[]): string {
  let best: { readonly clause: Clause; readonly rank: number } | undefined
  for (const { clause } of sources) {
    const rank = plainness(clause, core)
    if (rank > (best?.rank ?? Number.NEGATIVE_INFINITY)) best = { clause, rank }
  }
  const { text, sentence, voice } = best!.clause
  return ruleText(voice !== 'order' && sentence.length <= WHOLE && !isOfItsMoment(sentence) ? sentence : text)
}

/** Characters of a sentence that is quoted whole. */
const WHOLE = 160
const PLAIN: Readonly<Record<Voice, number>> = { standing: 4, rule: 2, order: 1 }

function plainness({ text, voice, terms }: Clause, core: readonly string[]): number {
  const covered = terms.filter((term) => core.includes(term)).length / Math.max(1, core.length)
  const complains = /\?$|^(?:why|did|you|i)\b/i.test(withoutLead(text)) ? 2 : 0
  return PLAIN[voice] + 2 * covered - (isOfItsMoment(text) ? 2 : 0) - complains - text.length / 200
}

/** A clause as a rule on one line: the person's words from where the rule begins, as an order where that is simple; inert, at most 200 characters. */
const ruleText = remembered((words: string): string => {
  const said = asOrder(
    withoutLead(fromRule(words)).replace(/^(?:can|could|would|will) (?:you|we) (?:please )?|^let'?s /i, ''),
  )
  const line = quote(impersonal(said), MAX_RULE).replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, '')
  return line.charAt(0).toUpperCase() + line.slice(1)
})

const MAX_RULE = 200

/** From where the rule begins that a sentence wants written down or kept to: "update the rule to say to always …". */
function fromRule(words: string): string {
  for (const frame of matchesOf(FRAME, words)) {
    const rest = words.slice(frame.index + frame[0].length)
    if (/\b(?:always|never|must)\b/i.test(rest) && voiceOf(rest) === 'standing') return rest
  }
  return words
}
const FRAME =
  /\b(?:specif(?:y|ies)|sa(?:y|ys)|states?|mentions?|notes?|records?|documents?|ma(?:ke|kes|king) sure|ensur(?:e|es|ing)|remembers?)(?: that)?(?: to)? /gi

/** A complaint as the order that it stands for; other words as they are. */
function asOrder(words: string): string {
  for (const [pattern, order] of COMPLAINTS) {
    const made = words.replace(pattern, order)
    if (made !== words)
      return made
        .replace(/,? and not |, not /, ', but ')
        .replace(/ ?\b(?:just now|right now|yet|again|in the first place)\b/g, '')
  }
  return words
}
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [/^why (?:did)(?: not|n'?t) (?:you|we) /i, ''],
  [/^why (?:aren'?t|weren'?t|are(?: not)|were not) (?:you|we) (?=\w+ing )/i, 'Be '],
  [/^why did (?:you|we) /i, 'Do not '],
  [/^why (?:are|were) (?:you|we) (?=\w+ing )/i, 'Stop '],
  [/^did (?:you|we) /i, ''],
  [/^you (?:didn'?t|did not|forgot to) /i, ''],
  [/^(?:you|we) (?:should|must|need to|have to) (?=not |never |always |be )/i, ''],
  [/^you (?=always|never)/i, ''],
]
