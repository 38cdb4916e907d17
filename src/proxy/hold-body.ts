import type { IncomingMessage } from 'node:http'

/** The body of a request, or its beginning: then the request is paused and has the rest. */
export interface Held {
  readonly bytes: Buffer
  readonly isWhole: boolean
}

/** Reads a body of at most `limit` bytes into memory. Rejects where the client goes away. */
export async function holdBody(request: IncomingMessage, limit: number): Promise<Held> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = (isWhole: boolean) => {
      request.pause()
      request.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose)
      resolve({ bytes: Buffer.concat(chunks), isWhole })
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) done(false)
    }
    const onEnd = () => done(true)
    const onClose = () => reject(new Error('the client went away'))
    request.on('data', onData).once('end', onEnd).once('error', reject).once('close', onClose)
  })
}
