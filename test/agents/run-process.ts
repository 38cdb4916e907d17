import { type ChildProcess, spawn } from 'node:child_process'

/** How a program is run. */
export interface Running {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly milliseconds: number
  readonly stdin?: string
  /** Called once it has started. */
  readonly started?: (child: ChildProcess) => void
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** It did not end in time, and was ended. */
  readonly late: boolean
}

/** A program did not end in its time, which says of the machine as much as of the program. */
export class OutOfTime extends Error {}

/** Runs a program in a process group of its own, and ends the whole group when its time is over or it has ended. */
export function runProcess(file: string, words: readonly string[], how: Running): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd: how.cwd, env: how.env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    living.add(child)
    const out: Buffer[] = []
    const err: Buffer[] = []
    let late = false
    const timer = setTimeout(() => {
      late = true
      endGroup(child)
    }, how.milliseconds)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(how.stdin ?? '')
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      // What it started and left behind, such as a shell of a tool, would keep the pipes open.
      setTimeout(() => {
        endGroup(child)
        living.delete(child)
        const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8')
        resolve({ code, signal, stdout: text(out), stderr: text(err), late })
      }, GRACE_MS)
    })
    how.started?.(child)
  })
}

/** Hooks that an agent does not wait for get this long after its end. */
const GRACE_MS = 500

const living = new Set<ChildProcess>()

/** Ends everything that was started and has not ended. */
export function endAll(): void {
  for (const child of living) endGroup(child)
}

/** Ends a child and what is in its group. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}
