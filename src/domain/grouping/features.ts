import { setsTask } from '../draft/question.ts'
import { namesTask } from '../draft/request-words.ts'
import { remembered } from '../remembered.ts'
import { hash32, terms } from '../retrieval/terms.ts'
import { ADDRESS, actionOf } from './action.ts'
import { termWeight } from './background.ts'
import { polarityOf } from './polarity.ts'
import type { Features, ReadRequest, Request } from './request.ts'

export type { Features } from './request.ts'

/** Characters of a request that are read. */
export const MAX_TEXT = 400

/**
 * The features of a request, those of the latest requests from memory: a turn's are asked for when it is grouped, and when
 * its project's turns are compared with a streak.
 */
export const featuresOf = remembered(read, { most: 512, longest: MAX_TEXT })

/**
 * The features of a request; only its beginning is read. A request usually names the task first and details
 * later, so the weight of a word decays with the term weight before it; forms of address at the beginning are skipped.
 */
function read(text: string): Features {
  const words: string[] = []
  const weighted = new Map<number, number>()
  let said = 0
  for (const { hash, surface } of terms(headFirst(text.slice(0, MAX_TEXT)))) {
    if (words.length === 0 && ADDRESS.has(surface)) continue
    if (NUMBER.test(surface)) {
      words.push('0')
      continue
    }
    words.push(surface)
    const weight = termWeight(hash)
    if (!weighted.has(hash)) weighted.set(hash, weight * Math.max(LEAST_PLACE, FADING ** Math.max(0, said - HEAD)))
    said += weight
  }
  let norm = 0
  for (const weight of weighted.values()) norm += weight * weight
  const hashes = Uint32Array.from(weighted.keys()).sort()
  return {
    terms: hashes,
    weights: Float64Array.from(hashes, (hash) => weighted.get(hash)! / Math.sqrt(norm)),
    grams: gramsOf(` ${words.join(' ')} `),
    polarity: polarityOf(words),
    action: actionOf(words),
  }
}

/** The request with its features; `same` returns those of an equal request that was read before. */
export function readRequest(
  request: Request | ReadRequest,
  same?: (request: Request) => Features | undefined,
): ReadRequest {
  if ('features' in request) return request
  return { ...request, features: same?.(request) ?? featuresOf(request.text) }
}

/**
 * `HEAD`: term weight at the beginning that counts in full ("update CLAUDE.md …", "add a test that checks …").
 * `FADING`: decay per unit of weight after it. `LEAST_PLACE`: the lower limit of the decay. Values of 2.5 to 4, .6 to
 * .8 and .2 to .3 give equal results: real developers' tasks found 5 → 9 of 12, drafts of one task 11 of 13 → 20 of 21,
 * no figure of CLINC150 and HWU64 changed by more than .01; with HEAD 0 purity of one-offs fell by .02.
 */
const HEAD = 3
const FADING = 0.7
const LEAST_PLACE = 0.3

/** Which task, issue or version it was: that of one request, and no word of what is asked. */
export const NUMBER = /^\d+$/

function gramsOf(line: string): Uint32Array {
  const all = new Uint32Array(Math.max(0, line.length - 2) + Math.max(0, line.length - 3))
  let count = 0
  for (const size of [3, 4])
    for (let i = 0; i + size <= line.length; i++) all[count++] = hash32(line, undefined, i, i + size)
  all.sort()
  let distinct = 0
  for (const gram of all) if (distinct === 0 || all[distinct - 1] !== gram) all[distinct++] = gram
  return all.slice(0, distinct)
}

/** The request with the first sentence that sets a task at its front: sentences before it say less of the task. */
export function headFirst(text: string): string {
  const sentences = text.split(SENTENCE)
  const at = Math.max(0, sentences.findIndex(setsTask))
  const [head = '', ...rest] = [...sentences.slice(at), ...sentences.slice(0, at)]
  return [...orderFirst(head), ...rest].join(' ')
}

const SENTENCE = /(?<=[.!?;])\s+|\n+/

/** Splits off a lead-up: "Look at the changes in this branch and update the docs" gives "update the docs" first. */
function orderFirst(sentence: string): readonly string[] {
  const [leadUp] = LEAD_UP.exec(sentence) ?? []
  const order = leadUp === undefined ? '' : sentence.slice(leadUp.length)
  return leadUp !== undefined && namesTask(order) ? [order, leadUp] : [sentence]
}

const LEAD_UP =
  /^(?:(?:ok|and|so|now|please|can|could|would|will|you|we|let's|just|have|take|a|also|again)\b[\s,]*)*(?:look|check|see|read|go)\b[^,]{3,80}?(?:,? and |,? then |, )(?:(?:and|then|also|please|can|could|you|we|should|let's)\s+)*/i
