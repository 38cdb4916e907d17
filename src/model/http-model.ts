import type { JsonRequest } from './post-json.ts'

export interface HttpModelOptions {
  /** Base of the API, such as `http://localhost:11434/v1`. */
  readonly url: string
  readonly model: string
  /** API key; sent to this origin only, and written nowhere. */
  readonly key?: string | undefined
  /** Longest time of one call, in ms. */
  readonly timeoutMs: number
  /** Clock, sleep and randomness for retries. */
  readonly retrying: Pick<JsonRequest, 'sleep' | 'random' | 'now'>
}

/** The address of an API below its base; a query of the base stays. */
export function below(base: string, path: string): URL {
  const url = new URL(base)
  const folder = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (!folder.endsWith(path)) url.pathname = `${folder}${path}`
  return url
}

/** A whole number of tokens, or undefined for anything else. */
export const tokens = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
