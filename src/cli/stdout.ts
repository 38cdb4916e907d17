import { fstatSync, writeSync } from 'node:fs'

/**
 * Writes a text to stdout before it returns; Node's stream for it takes a fifth of a bare start to make. The reader of our
 * output may have gone (`… | head`): the work goes on, without a message.
 */
export function writeOut(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') return
      // Another process made the pipe non-blocking, and it is full.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

/** Columns of the terminal that stdout is; undefined where it is none. */
export function terminalColumns(): number | undefined {
  // A terminal that does not know its width says 0.
  return isTerminal() ? process.stdout.columns || undefined : undefined
}

/** Whether a person reads stdout. */
export const isTerminal = (): boolean => fstatSync(1).isCharacterDevice() && process.stdout.isTTY

const PAUSE_MS = 5
