import { asksIfDone } from '../draft/question.ts'
import { requestWords } from '../draft/request-words.ts'
import { askedText } from '../grouping/asked.ts'
import { termWeight } from '../grouping/background.ts'
import { featuresOf } from '../grouping/features.ts'
import type { Features } from '../grouping/request.ts'
import { similarity } from '../grouping/similarity.ts'
import { terms } from '../retrieval/terms.ts'

/** One of a person's latest requests. */
export interface OwnRequest {
  readonly text: string
  /** The skills that were drawn from its run or from one of the same group, and the one that was offered for it and used. */
  readonly skills: readonly string[]
}

export interface LearnedSkill {
  readonly name: string
  /** The requests that it was drawn from. */
  readonly triggers: readonly string[]
  /** The probability by the words of the library, which knows nothing of the person. */
  readonly relevance: number
}

/** A text as requests are compared; what of it is not asked for is not read. */
export class ReadRequest {
  readonly lower: string
  readonly #text: string
  #features: Features | undefined
  #isTask: boolean | undefined
  /** The request that was compared last, by the same one for every skill. */
  #near: { readonly to: ReadRequest; readonly nearness: number } | undefined
  /** Others that were asked for: each prompt asks it of the same ones. */
  readonly #same = new WeakMap<ReadRequest, boolean>()

  constructor(text: string) {
    this.#text = text
    this.lower = text.toLowerCase()
  }

  get features(): Features {
    this.#features ??= featuresOf(askedText(this.#text))
    return this.#features
  }

  /** Whether it names what is to be worked on. */
  get isTask(): boolean {
    this.#isTask ??= requestWords(this.#text).objects.length > 0
    return this.#isTask
  }

  nearnessTo(to: ReadRequest): number {
    if (this.#near?.to !== to) this.#near = { to, nearness: similarity(to.features, this.features) }
    return this.#near.nearness
  }

  /** Whether the two are one task. */
  isSame(other: ReadRequest): boolean {
    const before = this.#same.get(other)
    if (before !== undefined) return before
    const same = similarity(this.features, other.features) >= SAME
    this.#same.set(other, same)
    return same
  }
}

export type ReadText = (text: string) => ReadRequest

/** Reads each text once, as long as it is among the latest: every prompt is compared with the same requests. */
export function textReader(most: number): ReadText {
  const known = new Map<string, ReadRequest>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const read = new ReadRequest(text)
    known.set(text, read)
    if (known.size > most) known.delete(known.keys().next().value!)
    return read
  }
}

/**
 * The probability that a request is for the task of a learned skill: by its similarity to the requests of that task, as the
 * grouper measures it, and by how much nearer they are than what the person says otherwise. None for a mere answer, nor for a
 * question if something was done where the task was never asked for by such a question.
 */
export function belonging(text: string, own: readonly OwnRequest[], read: ReadText): (skill: LearnedSkill) => number {
  const { verbs, objects } = requestWords(text)
  if (verbs.length + objects.length === 0) return () => 0
  const request = read(text)
  const isQuestion = asksIfDone(text)
  const mayBeNear = sharingWords(text)
  const near: Said[] = []
  const counts = new Map<string, number>()
  for (const { text: said, skills } of own) {
    for (const skill of skills) counts.set(skill, (counts.get(skill) ?? 0) + 1)
    const one = read(said)
    // "Yeah please" is near to all that begins so, and no other task.
    if (mayBeNear(one) && (one.isTask || skills.length > 0))
      near.push({ one, skills, nearness: one.nearnessTo(request) })
  }
  near.sort((a, b) => b.nearness - a.nearness)
  return ({ name, triggers, relevance }) => {
    const isOf = ({ skills }: Pick<OwnRequest, 'skills'>) => skills.includes(name)
    if (isQuestion && !triggers.some(asksIfDone) && !own.some((one) => isOf(one) && asksIfDone(one.text))) return 0
    const said = new Set(triggers.map(read).filter(mayBeNear))
    for (const other of near) if (isOf(other)) said.add(other.one)
    const task = [...said]
    const isOther = (other: Said) =>
      other.one.isTask && !isOf(other) && !said.has(other.one) && !task.some((one) => one.isSame(other.one))
    const rest = own.length - (counts.get(name) ?? 0)
    const usual = USUAL * (1 + (MORE * FEW) / (FEW + rest))
    const its = meanOfTwo(task.map((one) => one.nearnessTo(request)).sort((a, b) => b - a))
    const lead = its - Math.max(usual, meanOfTwo(firstTwo(near, isOther)))
    const sure = Math.min(SUREST, Math.max(1 - SUREST, relevance))
    const words = Math.log(sure / (1 - sure))
    return 1 / (1 + Math.exp(-(WEIGHT.lead * lead + WEIGHT.words * words + WEIGHT.bias)))
  }
}

/** A request that may be near to the one that is asked. */
interface Said extends Pick<OwnRequest, 'skills'> {
  readonly one: ReadRequest
  readonly nearness: number
}

/**
 * Logistic regression over the requests of four developers, whose tasks were labelled, and of sixteen users of CLINC150 and
 * HWU64 with 0 to 200 other requests known, in libraries of one to eight skills. The nearness by itself added nothing for
 * developers who were left out. A bias of -.4 gives up three hits of 132 for three of 17 false offers, and the demo's pick.
 */
const WEIGHT = { lead: 7, words: 0.45, bias: -0.2 }
/**
 * Least similarity to the nearest other requests, of a person of whom many are known, and what is added to it, as a share of
 * it, where none are. Measured on the same developers as if only 0 to 200 of their other requests were known; all of it again
 * would refuse a task in new words to a person who begins.
 */
const USUAL = 0.2
const MORE = 0.75
/** Other requests with which half of what is added is left. */
const FEW = 60
/** Similarity from which two requests are one task, though only one is known to be: the other's run may have failed. */
const SAME = 0.7
/** The words of a library are taken for no surer than this. */
const SUREST = 0.998

/** The nearness of the first two that are wanted: that is asked of few, since a whole task is compared for it. */
function firstTwo(others: readonly Said[], isWanted: (other: Said) => boolean): readonly number[] {
  const found: number[] = []
  for (const other of others) if (isWanted(other) && found.push(other.nearness) === 2) break
  return found
}

/** The mean of the first two; the only one; 0 of none. */
const meanOfTwo = ([first = 0, second = first]: readonly number[]): number => (first + second) / 2

/** Whether a text has a telling word of the request, or any if it has none: others are not near, and need not be read. */
function sharingWords(request: string): (text: ReadRequest) => boolean {
  const words = [...terms(askedText(request))]
  const telling = words.filter(({ hash }) => termWeight(hash) >= TELLING)
  const stems = (telling.length > 0 ? telling : words).map(({ surface }) => surface.slice(0, STEM))
  return ({ lower }) => stems.some((stem) => lower.includes(stem))
}

/** Weight of a telling word: all but the 150 commonest. */
const TELLING = 0.75
/** Characters in which the forms of a word agree. */
const STEM = 5
