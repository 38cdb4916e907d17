import { type DaemonAddress, readAddress } from './address.ts'

/** The daemon's reply, or why there is none. */
export type Asked = { readonly line: string } | { readonly failed: 'no_daemon' | 'late' | 'broken' }

/** Sends a JSON value as a line to the daemon and waits up to `ms` for a line. Never rejects. */
export function ask(socket: string, request: object, ms: number): Promise<Asked> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    // Loaded here, since most commands find no daemon.
    const connection = process.getBuiltinModule('node:net').connect(socket)
    const end = (asked: Asked) => {
      clearTimeout(patience)
      connection.destroy()
      resolve(asked)
    }
    // A process that had to wait for the processor looks once more at what has come meanwhile.
    const patience = setTimeout(() => setImmediate(() => end({ failed: 'late' })), ms)
    connection.on('connect', () => connection.write(`${JSON.stringify(request)}\n`))
    connection.on('data', (chunk) => {
      chunks.push(chunk)
      if (chunk.includes(LINE_END)) end({ line: Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '' })
    })
    connection.on('error', ({ code }: NodeJS.ErrnoException) =>
      end({ failed: NOT_LISTENING.has(code) ? 'no_daemon' : 'broken' }),
    )
    connection.on('close', () => end({ failed: 'broken' }))
  })
}

/** A daemon that listens at its recorded address; `answers` is false if it does not reply within `ms`. */
export interface FoundDaemon {
  readonly place: DaemonAddress
  readonly answers: boolean
}

/**
 * The daemon of a data folder; undefined if none listens. The recorded process id alone proves nothing, as it may be
 * reused. Never rejects.
 */
export async function findDaemon(dataDir: string, ms: number): Promise<FoundDaemon | undefined> {
  const place = readAddress(dataDir)
  if (place === undefined) return undefined
  const asked = await ask(place.socket, { status: true }, ms)
  if ('line' in asked) return { place, answers: true }
  return asked.failed === 'late' ? { place, answers: false } : undefined
}

const LINE_END = 10
/** Error codes of a socket without a listener. */
const NOT_LISTENING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES'])
