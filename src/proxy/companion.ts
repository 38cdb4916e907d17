import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { SkillLoop } from '../app/skill-loop.ts'
import { type Fields, isFields } from '../domain/json-value.ts'
import type { Answer, Dialect } from './dialects/dialect.ts'
import { dialectOf, type Spoken } from './dialects/dialects.ts'
import type { Accompanied, Asked, Companion, Reader } from './forward.ts'
import { insertionPoint } from './insertion-point.ts'
import { answerDigest, type Talk, talkOf, turnOf } from './talk.ts'

export type CompanionLoop = Pick<SkillLoop, 'endOfRun'> & {
  readonly offers: Pick<SkillLoop['offers'], 'converse' | 'answered'>
}

export interface CompanionOptions {
  /** The loop of a user; undefined: the one that the proxy was started with. */
  readonly loopOf: (user: string | undefined) => Promise<CompanionLoop>
  /** Learning failed; the request passed. */
  readonly onError: (error: Error) => void
}

/** The companion, and its work that goes on beside the traffic. */
export interface Learning extends Companion {
  /** Resolves once everything that has passed so far was learned from. */
  settled(): Promise<void>
}

/** Puts skills into conversations and learns from their turns. Whatever fails here, the request passes as it came. */
export function createCompanion({ loopOf, onError }: CompanionOptions): Learning {
  const running = new Set<Promise<void>>()
  /** One after the other: turns of one conversation are recorded in their order. */
  let last: Promise<void> = Promise.resolve()

  function beside(work: () => Promise<void>): void {
    if (running.size >= MAX_WAITING) {
      onError(new Error('too many turns wait to be learned from; one is left out'))
      return
    }
    const mine = last.then(work).catch(onError)
    last = mine
    running.add(mine)
    void mine.finally(() => running.delete(mine))
  }

  async function accompany(asked: Asked, { dialect, counts }: Spoken): Promise<Accompanied> {
    const { body, headers } = asked
    const same: Accompanied = { body }
    const request = headers['content-encoding'] === undefined ? parsed(body) : undefined
    const talk = request === undefined ? undefined : talkOf(dialect, request)
    if (request === undefined || talk === undefined || isAside(dialect, request, headers['user-agent'])) return same
    const loop = await loopOf(asked.user)
    const conversed = talk.isPart ? { id: randomUUID() } : await loop.offers.converse(conversationOf(talk, counts))
    const { put } = conversed
    const place = put === undefined ? undefined : talk.requests[put.after - 1]
    const edited =
      put === undefined || place === undefined ? body : putIn(body, { dialect, index: place.index, text: put.text })
    const learns: Learns = {
      dialect,
      // At once: the next conversation that begins the same must be told from this one.
      async note(answer) {
        const first = talk.answer === undefined && !talk.isPart ? answerDigest(answer.messages) : undefined
        if (first !== undefined) await loop.offers.answered(conversed.id, first)
      },
      async learn(answer) {
        const turn = await turnOf({ talk, answer, ...conversed })
        if (turn !== undefined) await loop.endOfRun(turn)
      },
    }
    return {
      body: edited,
      ...(edited === body || put === undefined ? {} : { skill: put.skill }),
      reader: (response) => (counts || conversed.id === '' ? undefined : readerOf(response, learns)),
    }
  }

  function readerOf(response: IncomingMessage, { dialect, note, learn }: Learns) {
    const { statusCode = 0, headers } = response
    const failed = statusCode === 429 || statusCode >= 500
    if (!failed && statusCode !== 200) return undefined
    async function read(bytes: Buffer, isWhole: boolean): Promise<Answer> {
      if (failed) return { messages: [], stop: undefined, failed }
      const answer = dialect.answer(await eventsIn(bytes, headers['content-encoding']))
      await note(answer)
      // A client that went away asks again, or not; its turn is not over.
      return { ...answer, failed: answer.failed || (!isWhole && response.errored !== null) }
    }
    return collecting((bytes, isWhole) => {
      const answer = read(bytes, isWhole)
      // Told where it is waited for.
      answer.catch(() => {})
      beside(async () => await learn(await answer))
    })
  }

  return {
    isOfInterest: (path) => dialectOf(path) !== undefined,
    async accompany(asked) {
      const spoken = dialectOf(asked.path)
      const same = { body: asked.body }
      if (spoken === undefined) return same
      try {
        return await within(accompany(asked, spoken), same)
      } catch (error) {
        onError(error as Error)
        return same
      }
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }

  async function within(work: Promise<Accompanied>, otherwise: Accompanied): Promise<Accompanied> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Accompanied>((resolve) => {
      timer = setTimeout(() => {
        onError(new Error('no skill was looked for in time; the request passes as it came'))
        resolve(otherwise)
      }, PATIENCE_MS)
    })
    return await Promise.race([work, late]).finally(() => clearTimeout(timer))
  }
}

interface Learns extends Pick<Spoken, 'dialect'> {
  /** Notes what tells the conversation from others. */
  readonly note: (answer: Answer) => Promise<void>
  /** Records the turn, where it is over. */
  readonly learn: (answer: Answer) => Promise<void>
}

/** How long a request is held, in ms. */
const PATIENCE_MS = 2_000
/** Turns that may wait to be learned from. */
const MAX_WAITING = 256

const conversationOf = ({ beginning, answer, requests, isAsked }: Talk, counts: boolean) => ({
  beginning,
  ...(answer === undefined ? {} : { answer }),
  requests: requests.length,
  ...(isAsked && !counts ? { text: requests.at(-1)?.text ?? '' } : {}),
})

function parsed(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a program asks on its own, beside the conversation: for data of a given shape, for a few tokens, or, where an
 * agent asks, without any tool. Such requests set no task and repeat the words of one that does.
 */
function isAside(dialect: Dialect, body: Fields, client = ''): boolean {
  const most = body.max_output_tokens ?? body.max_completion_tokens ?? body.max_tokens
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0
  return dialect.isShaped(body) || (typeof most === 'number' && most <= FEW) || (!hasTools && AGENT.test(client))
}

/** No task is answered with so few tokens; agents try a connection with one. */
const FEW = 16

/** Clients that always give their model tools for a task. */
const AGENT = /^(?:claude-cli|codex|opencode|ai-sdk|qwencode|gemini|pi)\b/i

/**
 * A request with a text at the end of an item of its conversation; every other byte stays. The same bytes where there
 * is no place for it.
 */
export function putIn(body: Buffer, { dialect, index, text }: PutIn): Buffer {
  const point = insertionPoint(body, dialect.list, index)
  if (point === undefined) return body
  const part = JSON.stringify({ type: dialect.part, text })
  const put =
    point.into === 'text' ? JSON.stringify(`\n\n${text}`).slice(1, -1) : point.into === 'list' ? `,${part}` : part
  return Buffer.concat([body.subarray(0, point.offset), Buffer.from(put), body.subarray(point.offset)])
}

interface PutIn {
  readonly dialect: Dialect
  readonly index: number
  readonly text: string
}

/** Bytes of one answer that are kept for reading; a longer one is not read. */
const MAX_READ = 8 * 1024 * 1024

/** Keeps an answer as it passes by, and gives its bytes at its end; nothing where it was longer than can be read. */
function collecting(done: (bytes: Buffer, isWhole: boolean) => void): Reader {
  let chunks: Buffer[] = []
  let size = 0
  return {
    chunk(bytes) {
      size += bytes.length
      if (size > MAX_READ) chunks = []
      else chunks.push(bytes)
    },
    end(isWhole) {
      if (size <= MAX_READ) done(Buffer.concat(chunks), isWhole)
      chunks = []
    },
  }
}

/** The events of a stream, or one whole JSON value; what cannot be read is left out. */
async function eventsIn(bytes: Buffer, encoding: string | undefined): Promise<readonly Fields[]> {
  const text = (await plain(bytes, encoding)).toString('utf8').replace(/^\uFEFF/, '')
  if (/^\s*[{[]/.test(text)) return jsonIn(text)
  // Each event of these APIs has one line of data.
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => (line.startsWith('data:') ? jsonIn(line.slice('data:'.length)) : []))
}

function jsonIn(text: string): readonly Fields[] {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? [value] : []
  } catch {
    // "[DONE]", or a line that broke off.
    return []
  }
}

async function plain(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const options = { maxOutputLength: 4 * MAX_READ }
  if (encoding === undefined || encoding === 'identity') return bytes
  if (encoding === 'gzip') return await promisify(gunzip)(bytes, options)
  if (encoding === 'br') return await promisify(brotliDecompress)(bytes, options)
  if (encoding === 'deflate') return await promisify(inflate)(bytes, options)
  throw new Error(`an answer with content-encoding ${encoding} is not read`)
}
