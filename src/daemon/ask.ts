import { connect } from 'node:net'

/** What came of asking: the answer's line, or why there is none. */
export type Asked = { readonly line: string } | { readonly failed: 'nobody' | 'late' | 'broken' }

/** Asks a daemon one thing: a JSON value goes out as a line, a line comes back within `ms`. Never rejects. */
export function ask(socket: string, request: object, ms: number): Promise<Asked> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const connection = connect(socket)
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

const LINE_END = 10
/** Errors of a socket behind which nobody listens. */
const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES'])
