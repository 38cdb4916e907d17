import { execFileSync } from 'node:child_process'
import { constants, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { isFields } from '../domain/json-value.ts'
import { textOf } from '../transcript/reader.ts'
import { answersFolder, fifoFile } from './fifo.ts'
import type { RequestHandler } from './request-handler.ts'
import { inodeOf } from './watch-data-folder.ts'

/** An answer that was not fetched is deleted after this long, in ms. */
const KEEP_MS = 30_000
/** Input without a line end is dropped above this size, in bytes. */
const MAX_LINE = 65_536

/**
 * Answers prompts that hooks write into the named pipe of a data folder, one JSON object a line: `{to, hook, payload}`;
 * the answer is written to a file named `to`. Returns a function that stops listening and waits for pending answers;
 * undefined if the system has no named pipes.
 */
export function listenOnFifo(dataDir: string, desk: RequestHandler): (() => Promise<void>) | undefined {
  const fifo = fifoFile(dataDir)
  const answers = answersFolder(dataDir)
  const handle = opened(fifo, answers)
  if (handle === undefined) return undefined
  const begun = new Set<Promise<void>>()
  const pipe = new Socket({ fd: handle, readable: true, writable: false })
  pipe.on('error', () => {})
  let rest = ''
  pipe.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) rest = ''
    for (const line of lines) {
      const done: Promise<void> = reply(line)
        .catch(() => {})
        .finally(() => begun.delete(done))
      begun.add(done)
    }
  })

  async function reply(line: string): Promise<void> {
    const request: unknown = JSON.parse(line)
    if (!isFields(request)) return
    const [to, engine] = [textOf(request.to), textOf(request.hook)]
    if (to === undefined || engine === undefined || !/^[\w-]{1,64}$/.test(to)) return
    const answered = await desk.hook(engine, textOf(request.event), request.payload, request)
    // The hook has given up, or finds out by itself.
    if ('late' in answered) return
    const part = join(answers, `.${to}.tmp`)
    mkdirSync(answers, { recursive: true, mode: 0o700 })
    writeFileSync(part, 'answer' in answered ? answered.answer : '', { mode: 0o600 })
    renameSync(part, join(answers, to))
    setTimeout(() => rmSync(join(answers, to), { force: true }), KEEP_MS).unref()
  }

  const made = inodeOf(fifo)
  return async () => {
    if (inodeOf(fifo) === made) rmSync(fifo, { force: true })
    pipe.destroy()
    await Promise.all(begun)
    try {
      rmdirSync(answers)
    } catch {
      // A client may still be fetching its answer; the next daemon deletes what is left.
    }
  }
}

/**
 * Creates a named pipe that only this user may open, opened for reading and writing so that it never reports its end;
 * undefined if none can be created.
 */
function opened(fifo: string, answers: string): number | undefined {
  if (process.platform === 'win32') return undefined
  try {
    for (const left of [fifo, answers]) rmSync(left, { recursive: true, force: true })
    execFileSync('mkfifo', ['-m', '600', fifo], { stdio: 'ignore' })
    return openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}
