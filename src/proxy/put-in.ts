import type { Dialect } from './dialects/dialect.ts'
import { placeIn } from './json-place.ts'

/**
 * A request with a text at the end of an item of its conversation; every other byte stays. The same bytes where there
 * is no place for it.
 */
export function putIn(body: Buffer, { dialect, index, text }: PutIn): Buffer {
  const place = placeIn(body, dialect.list, index)
  if (place === undefined) return body
  const part = JSON.stringify({ type: dialect.part, text })
  const put =
    place.into === 'text' ? JSON.stringify(`\n\n${text}`).slice(1, -1) : place.into === 'list' ? `,${part}` : part
  return Buffer.concat([body.subarray(0, place.offset), Buffer.from(put), body.subarray(place.offset)])
}

export interface PutIn {
  readonly dialect: Dialect
  readonly index: number
  readonly text: string
}
