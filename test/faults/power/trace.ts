import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A call that changes a file or has the disk keep it; `ack` is a line of the traced program's on stdout. */
export type Call =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'said'; readonly words: string }

/** Whether strace is here and may trace. */
export const canTrace = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Runs a program and tells what its first thread did to the files below a folder, in order: SQLite works there. */
export function traced(
  args: readonly string[],
  { env, log, below }: { readonly env: NodeJS.ProcessEnv; readonly log: string; readonly below: string },
): readonly Call[] {
  const calls = 'trace=pwrite64,write,ftruncate,fsync,fdatasync'
  const strace = ['-y', '-xx', '-s', '1000000', '-e', calls, '-o', log, process.execPath, ...args]
  const { stderr, error } = spawnSync('strace', strace, { env, maxBuffer: 2 ** 28 })
  if (error !== undefined) throw error
  const found = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => callOf(line) ?? [])
  if (!found.some(({ kind }) => kind === 'said')) throw new Error(`nothing was acknowledged: ${stderr.toString()}`)
  return found.filter((call) => call.kind === 'said' || call.path.startsWith(below))
}

/** `pwrite64(21</data/x.db-wal>, "\x37…", 24, 32) = 24`; what failed changed nothing. */
const LINE =
  /^(?<name>\w+)\((?<fd>\d+)<(?<path>[^>]*)>(?:, "(?<hex>[^"]*)")?(?:, (?<a>\d+))?(?:, (?<b>\d+))?\) += (?<done>\d+)/

function callOf(line: string): Call | undefined {
  const found = LINE.exec(line)?.groups
  if (found === undefined) return undefined
  const { name, fd, hex = '', a, b } = found
  const path = unescaped(found.path ?? '').toString('utf8')
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', path }
  if (name === 'ftruncate') return { kind: 'truncate', path, size: Number(a) }
  const bytes = unescaped(hex).subarray(0, Number(found.done))
  if (name === 'write') return fd === '1' ? { kind: 'said', words: bytes.toString('utf8').trim() } : undefined
  return { kind: 'write', path, at: Number(b), bytes }
}

const unescaped = (text: string): Buffer =>
  text.includes('\\x') ? Buffer.from(text.replaceAll('\\x', ''), 'hex') : Buffer.from(text)
