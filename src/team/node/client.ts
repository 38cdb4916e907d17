import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { type ErrorCode, WaylandError } from '../../domain/errors.ts'
import { jsonIn } from '../../domain/json-value.ts'
import { refusalMessage } from '../wire.ts'

/** A request that is not answered after this long has failed, in ms, beside what it may wait for news. */
const PATIENCE_MS = 15_000
/** Where a server is asked too often, the longest rest that is waited for, in s. */
const MOST_REST = 60
/** An answer that is larger, in bytes, is not read. */
const MOST = 8 * 1024 * 1024

export type TeamClient = ReturnType<typeof teamClient>

/**
 * Asks a server under a URL, with a token where there is one; each call can be repeated. Asked too often, it waits as long as the server says. Throws `unavailable` where it does not answer now, `refused`,
 * `conflict` and so on as it says, and `bad_file` for an answer that is not understood. Redirects are not followed: the token goes
 * to this address alone.
 */
export function teamClient(url: string, token?: string, stopped?: AbortSignal) {
  const base = insistOnSafe(url)

  async function ask<T extends z.ZodType>(path: string, schema: T, how: RequestInit, waitMs = 0): Promise<z.infer<T>> {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
    const signal = AbortSignal.any([
      AbortSignal.timeout(PATIENCE_MS + waitMs),
      ...(stopped === undefined ? [] : [stopped]),
    ])
    let response: Response
    let text: string
    try {
      response = await fetch(new URL(path, base), { ...how, headers, signal, redirect: 'manual' })
      text = await textOf(response)
    } catch (cause) {
      throw unavailable(base, cause)
    }
    const rest = Number(response.headers.get('retry-after'))
    if (response.status === 429 && rest > 0 && rest <= MOST_REST) {
      await wait(rest * 1_000, undefined, stopped && { signal: stopped })
      return await ask(path, schema, how, waitMs)
    }
    const value = jsonIn(text)
    if (!response.ok) throw refusalOf(response, value, base)
    const read = schema.safeParse(value)
    if (read.success) return read.data
    throw new WaylandError('bad_file', `what ${base.origin} answered to ${path.split('?')[0]} is not understood`, {
      hint: 'One of the two is another version of wayland-core: update the older one.',
    })
  }

  return {
    get: async <T extends z.ZodType>(path: string, schema: T, waitMs?: number) => await ask(path, schema, {}, waitMs),
    post: async <T extends z.ZodType>(path: string, message: unknown, schema: T) =>
      await ask(path, schema, { method: 'POST', body: JSON.stringify(message) }),
  }
}

/** Throws `bad_usage`: beyond this machine a token goes over TLS alone. */
function insistOnSafe(url: string): URL {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  if (base.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(base.hostname)) return base
  throw new WaylandError('bad_usage', `${base.origin} is another machine, and its address does not begin with https`, {
    hint: 'Put the server behind something that ends TLS, and name that address.',
  })
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST) throw new Error(`the answer is longer than ${MOST} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refusalOf({ status }: Response, value: unknown, base: URL): WaylandError {
  const said = refusalMessage.safeParse(value).data
  const hint = said?.hint === undefined ? {} : { hint: said.hint }
  const code: ErrorCode =
    status === 429 || status >= 500 ? 'unavailable' : (CODES.find((one) => one === said?.code) ?? 'refused')
  return new WaylandError(code, said?.error ?? `${base.origin} answered ${status}, and is no server of a team`, hint)
}

const CODES = ['refused', 'conflict', 'not_found', 'bad_file', 'bad_usage'] as const

const unavailable = (base: URL, cause: unknown) =>
  new WaylandError('unavailable', `the server of the team does not answer at ${base.origin} (${reasonOf(cause)})`, {
    hint: 'Skills that are here go on as they are; the next sync catches up.',
    cause,
  })

const reasonOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException }
  return cause?.code ?? (error as Error).message
}
