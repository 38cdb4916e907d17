import type { Duplex } from 'node:stream'
import type { Sqlite } from '../../store/sqlite/driver.ts'

/** A call of the stand-in: of a constructor where `on` is absent, else of a method or a property of what was made. */
export interface DriverCall {
  readonly on?: number
  readonly name?: string
  readonly given: readonly unknown[]
}

/** What became of it: a value, the number of an object that was made, or an error. */
export interface DriverReply {
  readonly value?: unknown
  readonly made?: number
  readonly error?: string
  readonly code?: string
}

/** Answers the calls of a stand-in driver (`standInDriver`), each a line of JSON, with the real one. */
export function serveDriver(peer: Duplex, Driver: typeof Sqlite): void {
  const made: object[] = []
  let text = ''
  peer.setEncoding('utf8')
  peer.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) peer.write(`${JSON.stringify(replyTo(line))}\n`)
  })
  // The process that calls has ended.
  peer.on('error', () => {})

  function replyTo(line: string): DriverReply {
    try {
      const value = called(JSON.parse(line, asBytes) as DriverCall)
      if (typeof value !== 'object' || value === null) return { value }
      if (!('prepare' in value || 'iterate' in value)) return { value }
      const known = made.indexOf(value)
      return { made: known >= 0 ? known : made.push(value) - 1 }
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      return { error: message, ...(code && { code }) }
    }
  }

  function called({ on, name = '', given }: DriverCall): unknown {
    if (on === undefined) return Reflect.construct(Driver, given)
    const object = made[on] as Record<string, unknown>
    const member = object[name]
    return typeof member === 'function' ? Reflect.apply(member, object, given) : member
  }
}

/** Bytes, as JSON has them. */
export function asBytes(_: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: unknown }
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : value
}
