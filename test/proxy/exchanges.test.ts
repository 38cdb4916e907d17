import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { drafted, Home, REVIEW_SKILL } from '../service/home.ts'
import { ask } from './ask.ts'
import { EXCHANGES, type Exchange } from './exchanges.ts'
import { scriptedUpstream } from './scripted-upstream.ts'

const RECORDED = Object.entries(EXCHANGES)
const CONVERSATIONS = RECORDED.filter(([name]) => name !== 'models')
/** Lengths of the pieces of an answer, in bytes: characters, lines and events are cut in two. */
const CUTS = [1, 7, Number.POSITIVE_INFINITY]

/** A server that gives the recorded answers in their order, and what arrived there. */
async function replayed(exchanges: readonly Exchange[], length = Number.POSITIVE_INFINITY) {
  let n = 0
  return await scriptedUpstream(() => {
    const { status, answerHeaders, answer } = exchanges[n++]!
    const bytes = Buffer.from(answer)
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length))
    return { status, headers: answerHeaders, pieces }
  })
}

const withoutLength = (raw: readonly string[]) =>
  raw.flatMap((name, i) => {
    const isKept = i % 2 === 0 && !/^(?:host|connection|content-length|transfer-encoding|keep-alive)$/i.test(name)
    return isKept ? [`${name}: ${raw[i + 1]}`] : []
  })

it.each(RECORDED)('passes what the clients said in %s byte for byte, both ways', async (_, exchanges) => {
  for (const cut of CUTS) {
    const upstream = await replayed(exchanges, cut)
    await using proxy = await serveProxy({ upstream: upstream.url, port: 0 })
    for (const { method, path, headers, body, status, answer, answerHeaders } of exchanges) {
      const got = await ask(`${proxy.url}${path}`, { method, headers, body })
      expect(got.body.toString()).toBe(answer)
      expect(got).toMatchObject({ status, isWhole: true })
      expect(withoutLength(got.raw)).toEqual(withoutLength(answerHeaders))
      const arrived = upstream.arrived.at(-1)
      expect(arrived).toMatchObject({ method, path })
      expect(arrived?.body.toString()).toBe(body)
      expect(withoutLength(arrived?.raw ?? [])).toEqual(withoutLength(headers))
    }
  }
})

it.each(CONVERSATIONS)('learns from %s, and changes it by one text at one place', async (_, exchanges) => {
  const upstream = await replayed(exchanges)
  const loop = await new Home().open()
  await drafted(loop)
  const before = (await loop.upkeep.tally()).turns
  const errors: Error[] = []
  const companion = createCompanion({ loopOf: async () => loop, onError: (error) => errors.push(error) })
  const proxy = await serveProxy({ upstream: upstream.url, port: 0, companion })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const put = new Set<string>()
  for (const { path, headers, body, answer } of exchanges) {
    const got = await ask(`${proxy.url}${path}`, { headers, body })
    await companion.settled()
    expect(got.body.toString()).toBe(answer)
    const arrived = upstream.arrived.at(-1)?.body.toString() ?? ''
    const text = added(body, arrived)
    // Counting comes before the first request, where nothing is decided yet.
    if (text !== '' || !path.endsWith('count_tokens')) put.add(text)
  }
  expect(errors).toEqual([])
  expect([...put]).toEqual([expect.stringContaining(REVIEW_SKILL)])
  expect((await loop.upkeep.tally()).turns - before).toBe(2)
  expect(await loop.review.skill(REVIEW_SKILL)).toMatchObject({ counts: { offered: 1, loaded: 1, successes: 1 } })
})

/** The text between the longest beginning and the longest end that both have; fails where the rest differs. */
function added(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  const text = after.slice(start, start + after.length - before.length)
  expect(before.slice(0, start) + text + before.slice(start)).toBe(after)
  return text
}
