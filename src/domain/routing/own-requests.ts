import { askedText } from '../grouping/asked.ts'
import { termWeight } from '../grouping/background.ts'
import { featuresOf } from '../grouping/features.ts'
import type { Features } from '../grouping/request.ts'
import { similarity } from '../grouping/similarity.ts'
import { terms } from '../retrieval/terms.ts'

/** One of a person's latest requests. */
export interface OwnRequest {
  readonly text: string
  /** The skills that were drawn from its run, and the one that was offered for it and used. */
  readonly skills: readonly string[]
}

/** A learned skill that retrieval found. */
export interface LearnedSkill {
  readonly name: string
  /** The requests that it was drawn from. */
  readonly triggers: readonly string[]
  /** The probability by the words of the library, which knows nothing of the person. */
  readonly relevance: number
}

/** Reads the features of texts. */
export type ReadText = (text: string) => Features

/** Reads each text once, as long as it is among the latest: every prompt is compared with the same requests. */
export function textReader(most: number): ReadText {
  const known = new Map<string, Features>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const read = featuresOf(askedText(text))
    known.set(text, read)
    if (known.size > most) known.delete(known.keys().next().value!)
    return read
  }
}

/**
 * The probability that a request is for the task of a learned skill: by its similarity to the requests of that task, as the
 * grouper measures it, and by how much nearer they are than what the person says otherwise.
 */
export function belongs(
  text: string,
  { name, triggers, relevance }: LearnedSkill,
  own: readonly OwnRequest[],
  read: ReadText,
): number {
  const request = read(text)
  const mayBeNear = sharingWords(text)
  const ofTask = own.filter(({ skills }) => skills.includes(name)).map((one) => one.text)
  const task = [...new Set([...triggers, ...ofTask])].filter(mayBeNear).map(read)
  const rest = own.filter(({ skills }) => !skills.includes(name)).map((one) => one.text)
  const others = rest.filter(mayBeNear).map(read)
  const isOther = (other: Features) => task.every((one) => similarity(one, other) < SAME)
  const near = nearestTwo(request, task)
  const lead = near - Math.max(USUAL, nearestTwo(request, others.filter(isOther)))
  const sure = Math.min(SUREST, Math.max(1 - SUREST, relevance))
  const words = Math.log(sure / (1 - sure))
  const unknown = FEW / (rest.length + FEW)
  const { bias, ...by } = WEIGHT
  return 1 / (1 + Math.exp(-(by.near * near + by.lead * lead + by.words * words + by.unknown * unknown + bias)))
}

/**
 * Logistic regression over the requests of four developers, whose tasks were labelled, and of eight users of CLINC150 and HWU64,
 * with 0 to 200 other requests known. Of a task's later requests .84 lie above what .03 of the others reach, each developer by
 * the weights of the others, and .76 where no other request is known; .67 by `near` alone, .78 by `words` alone.
 */
const WEIGHT = { near: 1.84, lead: 9.52, words: 0.49, unknown: -1.65, bias: -0.21 }
/** Other requests of a person with which half of `unknown` is left. */
const FEW = 20
/** Least similarity to the nearest other requests, however few are known: usual for a person of whom 40 are. */
const USUAL = 0.2
/** Similarity from which two requests are one task, though only one is known to be: the other's run may have failed. */
const SAME = 0.7
/** The words of a library are taken for no surer than this. */
const SUREST = 0.998

function nearestTwo(request: Features, others: readonly Features[]): number {
  const [best = 0, next = best] = others.map((other) => similarity(request, other)).sort((a, b) => b - a)
  return (best + next) / 2
}

/** Whether a text has a telling word of the request, or any if it has none: others are not near, and need not be read. */
function sharingWords(request: string): (text: string) => boolean {
  const words = [...terms(askedText(request))]
  const telling = words.filter(({ hash }) => termWeight(hash) >= TELLING)
  const stems = (telling.length > 0 ? telling : words).map(({ surface }) => surface.slice(0, STEM))
  return (text) => {
    const lower = text.toLowerCase()
    return stems.some((stem) => lower.includes(stem))
  }
}

/** Weight of a telling word: all but the 150 commonest. */
const TELLING = 0.75
/** Characters in which the forms of a word agree. */
const STEM = 5
