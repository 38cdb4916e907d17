import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { type Call, callsOf } from './strace-line.ts'

/** Whether strace is here and may trace. */
export const canTrace = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Runs a program and tells what its threads did to the files below a folder, in the order in which the calls ended. */
export function traced(
  args: readonly string[],
  { env, log, below }: { readonly env: NodeJS.ProcessEnv; readonly log: string; readonly below: string },
): readonly Call[] {
  const how = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '4000000', '-e', `trace=${CALLS.join(',')}`, '-o', log]
  const { stderr, error } = spawnSync('strace', [...how, process.execPath, ...args], { env, maxBuffer: 2 ** 28 })
  if (error !== undefined) throw error
  const calls = [...callsOf(linesOf(log), below)]
  if (!calls.some(({ kind }) => kind === 'said')) throw new Error(`nothing was acknowledged: ${stderr.toString()}`)
  return calls
}

/** Every call by which SQLite and Node change a file, a name or what a disk keeps; strace-line.ts knows each of them. */
const CALLS: readonly string[] = (
  'openat creat mkdir mkdirat rename renameat renameat2 unlink unlinkat rmdir link linkat symlink symlinkat ' +
  'write writev pwrite64 pwritev pwritev2 truncate ftruncate fallocate copy_file_range sendfile fsync fdatasync ' +
  'sync_file_range syncfs'
).split(' ')

/** A log of some 100 MB is longer than a text may be. */
function* linesOf(log: string): Generator<string> {
  const handle = openSync(log, 'r')
  try {
    const part = Buffer.alloc(2 ** 22)
    let rest = ''
    for (let read = readSync(handle, part); read > 0; read = readSync(handle, part)) {
      const lines = (rest + part.toString('latin1', 0, read)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    closeSync(handle)
  }
}
