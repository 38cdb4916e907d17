import { WaylandError } from '../domain/errors.ts'

export interface JsonRequest {
  readonly url: URL
  /** Headers beside the content type; a key among them goes to this origin only, since redirects are not followed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Milliseconds for all tries together. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Waits `ms` milliseconds, or rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** A number in [0, 1). */
  readonly random: () => number
  readonly now: () => number
}

/** A server's response: its JSON, or status and text of a refusal. */
export type JsonResponse = { readonly json: unknown } | { readonly status: number; readonly text: string }

/**
 * Posts JSON and reads at most 2 MiB of JSON. A busy server is asked twice more, after the time that it names. Throws
 * `model_unavailable` (unreachable, late, broken off, busy) and `model_refused` (redirect, too long, no JSON); no error
 * contains a header, a key or the request.
 */
export async function postJson(request: JsonRequest): Promise<JsonResponse> {
  const { url, timeoutMs, signal, sleep, random, now } = request
  const shown = `${url.origin}${url.pathname}`
  const until = now() + timeoutMs
  const late = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, late])
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
        body: JSON.stringify(request.body),
        redirect: 'manual',
        signal: either,
      })
      const found = await read(response, shown)
      if (!('status' in found) || !BUSY.has(found.status)) return found
      const wait = waitMs(response.headers.get('retry-after'), attempt, random, now())
      if (attempt === TRIES || now() + wait >= until)
        throw new WaylandError('model_unavailable', `${shown} answered ${found.status}, ${times(attempt)}`, CHECK)
      await sleep(wait, either)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof WaylandError) throw error
      const why = late.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'cannot be reached, or broke off'
      // The message of a fetch error contains no header, but its cause may.
      throw new WaylandError('model_unavailable', `${shown} ${why}`, CHECK)
    }
  }
}

const CHECK = { hint: 'Check model.url, and that the server there runs; model.timeoutMs is the time that a call has.' }
const TRIES = 3
const BUSY: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529])
const MOST_BYTES = 2 * 2 ** 20
/** Characters of a refusal that are read. */
const MOST_REFUSAL = 2_000

async function read(response: Response, shown: string): Promise<JsonResponse> {
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new WaylandError('model_refused', `${shown} answered with a redirect, which is not followed`)
  }
  const text = await readAtMost(response, MOST_BYTES)
  if (text === undefined)
    throw new WaylandError('model_refused', `${shown} answered with more than ${MOST_BYTES / 2 ** 20} MiB`)
  if (!response.ok) return { status: response.status, text: text.slice(0, MOST_REFUSAL) }
  try {
    return { json: JSON.parse(text) }
  } catch {
    throw new WaylandError('model_refused', `${shown} answered with what is not JSON`)
  }
}

/** Time to wait, in ms: `Retry-After`, in seconds or as a date; else a second, then two, plus up to half of it. */
function waitMs(after: string | null, attempt: number, random: () => number, now: number): number {
  const seconds = after === null ? Number.NaN : Number(after)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  const date = after === null ? Number.NaN : Date.parse(after)
  if (Number.isFinite(date)) return Math.max(0, date - now)
  return 1000 * 2 ** (attempt - 1) * (1 + random() / 2)
}

const times = (n: number): string => (n === 1 ? 'once' : `${n} times`)

/** The error for a server's refusal, without the server's text, which may contain anything. */
export const refusedWith = (url: URL, { status }: { readonly status: number }): WaylandError => {
  const shown = `${url.origin}${url.pathname}`
  const hint =
    status === 401 || status === 403
      ? { hint: 'Set WAYLAND_MODEL_KEY to a key of this server.' }
      : { hint: 'Check model.url and model.name.' }
  return new WaylandError('model_refused', `${shown} answered ${status}`, hint)
}

/** The body of a response as text; undefined when it is longer than `most` bytes, and then the rest is not read. */
export async function readAtMost(response: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
