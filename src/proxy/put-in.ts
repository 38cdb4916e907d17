import type { Dialect } from './dialects/dialect.ts'
import { insertionPoint } from './insertion-point.ts'

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

export interface PutIn {
  readonly dialect: Dialect
  readonly index: number
  readonly text: string
}
