import { hash32, terms } from '../retrieval/terms.ts'
import { ADDRESS, actionOf } from './action.ts'
import { termWeight } from './background.ts'
import { headFirst } from './head-first.ts'
import { polarityOf } from './polarity.ts'
import type { Features, ReadRequest, Request } from './request.ts'
import { bitsIn, sketchOf } from './sketch.ts'

export type { Features } from './request.ts'

/**
 * The features of a request; only its first 400 characters count. A request says what is to be done first and how it is
 * to be done later: words count less the more was said before them, and forms of address at the beginning not at all.
 */
export function featuresOf(text: string): Features {
  const words: string[] = []
  const weighted = new Map<number, number>()
  let said = 0
  for (const { hash, surface } of terms(headFirst(text.slice(0, MAX_TEXT)))) {
    if (words.length === 0 && ADDRESS.has(surface)) continue
    words.push(surface)
    const weight = termWeight(hash)
    if (!weighted.has(hash)) weighted.set(hash, weight * Math.max(LEAST_PLACE, FADING ** Math.max(0, said - HEAD)))
    said += weight
  }
  let norm = 0
  for (const weight of weighted.values()) norm += weight * weight
  const hashes = Uint32Array.from(weighted.keys()).sort()
  const grams = gramsOf(` ${words.join(' ')} `)
  const sketch = sketchOf(grams)
  return {
    terms: hashes,
    weights: Float64Array.from(hashes, (hash) => weighted.get(hash)! / Math.sqrt(norm)),
    grams,
    sketch,
    unsketched: grams.length - bitsIn(sketch),
    polarity: polarityOf(words),
    action: actionOf(words),
  }
}

/** The request with its features; `same` finds those of the same text, where it was read before. */
export function readRequest(
  request: Request | ReadRequest,
  same?: (text: string) => Features | undefined,
): ReadRequest {
  if ('features' in request) return request
  return { ...request, features: same?.(request.text) ?? featuresOf(request.text) }
}

/**
 * Words of weight 1 that name the task in full ("update CLAUDE.md …", "add a test that checks …"), how much less each word
 * after them counts, and the least it comes to. Of 2.5 to 4, .6 to .8 and .2 to .3 all do alike: real developers' tasks
 * 5 → 9 of 12 with 11 of 13 → 20 of 21 drafts of one task, no figure of CLINC150 and HWU64 changed by more than .01; with
 * HEAD 0 purity of one-offs fell by .02.
 */
const HEAD = 3
const FADING = 0.7
const LEAST_PLACE = 0.3

/** How much of a request is read. */
export const MAX_TEXT = 400

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
