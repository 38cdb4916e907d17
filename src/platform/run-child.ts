import { spawn } from 'node:child_process'
import { stripVTControlCharacters as plain } from 'node:util'

/** A program to run in a process group of its own. */
export interface ChildRun {
  readonly program: string
  readonly words: readonly string[]
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** What it is given on stdin. */
  readonly input: string
  readonly timeoutMs: number
  /** Most characters of stdout that are kept. */
  readonly mostOutput: number
  /** Which lines of stdout are kept; absent, all are. */
  readonly keeps?: ((line: string) => boolean) | undefined
  /** Is given what is kept of stdout, and stderr, as it comes. */
  readonly said?: ((piece: string, on: 'stdout' | 'stderr') => void) | undefined
  readonly signal: AbortSignal
}

/** How it ended: by itself, or that it could not be started, took too long or printed too much. */
export interface ChildEnd {
  readonly how: 'exit' | 'not started' | 'late' | 'too much'
  /** Its exit code; null where a signal ended it. */
  readonly code: number | null
  readonly output: string
  /** The end of its stderr; of one that could not be started, why. */
  readonly errors: string
}

/** How a run ended, in words that follow the name of its program; `fault`: what went wrong as the program itself says. */
export function endText(
  { how, code, errors }: ChildEnd,
  { timeoutMs, mostOutput }: Pick<ChildRun, 'timeoutMs' | 'mostOutput'>,
  fault?: string,
): string {
  if (how === 'late') return `took longer than ${timeoutMs / 1_000} s and was ended`
  if (how === 'too much') return `printed more than ${mostOutput / 2 ** 20} MiB and was ended`
  if (how === 'not started') return `could not be started${errors === '' ? '' : ` (${errors})`}`
  const last = fault ?? plain(errors).trim().split('\n').at(-1) ?? ''
  const what =
    code === 0 ? 'came to no end of its own' : code === null ? 'was ended by a signal' : `ended with exit code ${code}`
  return `${what}${last === '' ? '' : `: ${last.slice(0, 200)}`}`
}

/**
 * Runs a program. It and all of its group are ended after `timeoutMs`, and whatever it left running is ended with it.
 * Throws the signal's reason for one that is aborted.
 */
export async function runChild(run: ChildRun): Promise<ChildEnd> {
  const { program, words, folder, env, input, timeoutMs, mostOutput, keeps, said, signal } = run
  signal.throwIfAborted()
  const child = spawn(program, words, { cwd: folder, env, stdio: 'pipe', detached: true })
  const end = (how: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, how)
    } catch {
      // The process has already ended.
    }
  }
  let why: ChildEnd['how'] = 'exit'
  const stop = (reason: ChildEnd['how']) => {
    if (why === 'exit') why = reason
    end('SIGTERM')
    setTimeout(() => end('SIGKILL'), GRACE_MS).unref()
  }
  const late = setTimeout(() => stop('late'), timeoutMs)
  const aborted = () => stop('late')
  signal.addEventListener('abort', aborted, { once: true })
  try {
    return await new Promise<ChildEnd>((resolve) => {
      let [output, errors, line] = ['', '', '']
      const take = (part: string) => {
        let kept = part
        if (keeps !== undefined) {
          const lines = (line + part).split('\n')
          line = lines.pop() ?? ''
          kept = lines.map((one) => (keeps(one) ? `${one}\n` : '')).join('')
        }
        output += kept
        said?.(kept, 'stdout')
        if (output.length + line.length > mostOutput) stop('too much')
      }
      child.on('error', ({ message }) => resolve({ how: 'not started', code: null, output, errors: errors || message }))
      // One for which too many files are open has no pipes.
      if (child.pid === undefined) return
      child.stdin.on('error', () => {})
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        if (why !== 'too much') take(part)
      })
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        errors = (errors + part).slice(-MOST_ERRORS)
        said?.(part, 'stderr')
      })
      const over = (code: number | null) => resolve({ how: why, code, output, errors })
      child.on('close', over)
      child.on('exit', (code) => {
        // What it left behind would keep the pipes open,
        setTimeout(() => end('SIGKILL'), LEFT_MS).unref()
        // also where it left its group.
        setTimeout(() => {
          child.stdout.destroy()
          child.stderr.destroy()
          over(code)
        }, 4 * LEFT_MS).unref()
      })
      child.stdin.end(input)
    })
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', aborted)
    end('SIGKILL')
    signal.throwIfAborted()
  }
}

/** Time between SIGTERM and SIGKILL, in ms. */
const GRACE_MS = 2_000
/** Time that what a program left running has to say its last, in ms. */
const LEFT_MS = 500
const MOST_ERRORS = 4_096
