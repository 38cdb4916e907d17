import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SkillLoop } from '../app/skill-loop.ts'
import { type Fields, isFields } from '../transcript/reader.ts'
import { isAside } from './aside.ts'
import type { Answer } from './dialects/dialect.ts'
import { dialectOf, type Spoken } from './dialects/dialects.ts'
import type { Accompanied, Asked, Companion } from './forward.ts'
import { putIn } from './put-in.ts'
import { collecting, eventsIn } from './read-answer.ts'
import { answerDigest, type Talk, talkOf } from './talk.ts'
import { turnOf } from './turn.ts'

/** What the companion uses of a loop. */
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
