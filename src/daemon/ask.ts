import { type DaemonAddress, readAddress } from './address.ts'

/** What came of asking: the answer's line, or why there is none. */
export type Asked = { readonly line: string } | { readonly failed: 'nobody' | 'late' | 'broken' }

/** Asks a daemon one thing: a JSON value goes out as a line, a line comes back within `ms`. Never rejects. */
export function ask(socket: string, request: object, ms: number): Promise<Asked> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    // Loaded here, because most commands find no daemon to ask.
    const connection = process.getBuiltinModule('node:net').connect(socket)
    const end = (asked: Asked) => {
      clearTimeout(patience)
      connection.destroy()
      resolve(asked)
    }
    const patience = setTimeout(() => end({ failed: 'late' }), ms)
    connection.on('connect', () => connection.write(`${JSON.stringify(request)}\n`))
    connection.on('data', (chunk) => {
      chunks.push(chunk)
      if (chunk.includes(LINE_END)) end({ line: Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '' })
    })
    connection.on('error', ({ code }: NodeJS.ErrnoException) => end({ failed: NOBODY.has(code) ? 'nobody' : 'broken' }))
    connection.on('close', () => end({ failed: 'broken' }))
  })
}

/** A daemon that listens at the place that it named; `answers` is false where it takes longer than `ms`. */
export interface FoundDaemon {
  readonly place: DaemonAddress
  readonly answers: boolean
}

/**
 * The daemon of a data folder; undefined where none listens, whatever a killed one left behind: by then its process
 * number may belong to another process. Never rejects.
 */
export async function findDaemon(dataDir: string, ms: number): Promise<FoundDaemon | undefined> {
  const place = readAddress(dataDir)
  if (place === undefined) return undefined
  const asked = await ask(place.socket, { status: true }, ms)
  if ('line' in asked) return { place, answers: true }
  return asked.failed === 'late' ? { place, answers: false } : undefined
}

const LINE_END = 10
/** Errors of a socket on which no process listens. */
const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES'])
