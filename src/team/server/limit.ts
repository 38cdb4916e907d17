import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Requests of a token in a minute, of one server process. */
const PER_MINUTE = 300

/** Counts a request of a key. Throws `TooManyRequests`. */
export type Limit = (key: string) => Promise<void>

/** The limiter rejects with what is no Error, which no error handler of the routes would see. */
export class TooManyRequests extends Error {
  readonly seconds: number

  constructor(ms: number) {
    super('too many requests of this machine')
    this.seconds = Math.ceil(ms / 1_000)
  }
}

export function createLimit(): Limit {
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 })
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? new TooManyRequests(refused.msBeforeNext) : refused
    }
  }
}

/** The address that a request comes from; behind a balancer the one that the balancer added last. */
export function addressOf(c: Context, isBehind: boolean): string {
  const told = isBehind ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : getConnInfo(c).remote.address
  return told !== undefined && isIP(told) !== 0 ? told : 'an unknown address'
}
