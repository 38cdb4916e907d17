import { join } from 'node:path'
import type { PromptSubmitted } from '../transcript/hook-event.ts'

// Node's module for processes takes a tenth of a hook to load: only a hook that starts one does.

/** What a process that answers one prompt is told. */
export interface DirectRequest {
  readonly event: PromptSubmitted
  /** Configuration options of the hook's command line, by key. */
  readonly settings: Readonly<Record<string, string>>
  /** Milliseconds that it has, and when they are over, in ms since 1970. */
  readonly ms: number
  readonly until: number
}

/** The answer to a prompt by the whole loop, in a process of its own that is ended when its time is up. Never rejects. */
export function direct(request: DirectRequest): Promise<string> {
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [join(import.meta.dirname, 'direct.js')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      resolve('')
    }, request.ms)
    child.on('error', () => resolve(''))
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', (code) => {
      clearTimeout(late)
      resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : '')
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(request))
  })
}

/** Starts a daemon that outlives this process, and does not wait for it. */
export function startDaemon(dataDir: string): void {
  const main = join(import.meta.dirname, 'main.js')
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(process.execPath, [main, 'daemon', 'run', '--data-dir', dataDir], {
      detached: true,
      stdio: 'ignore',
      cwd: dataDir,
    })
  child.on('error', () => {})
  child.unref()
}
