import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The address that a request comes from; behind a balancer the one that the balancer added last. */
export function addressOf(c: Context, isBehind: boolean): string {
  const told = isBehind ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : getConnInfo(c).remote.address
  return told !== undefined && isIP(told) !== 0 ? told : 'an unknown address'
}
