import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A path inside the folder of benchmark data (`WAYLAND_BENCH_DATA`, default `../shared` beside the repository); ends the process politely when it is not there. */
export function benchData(bench: string, path: string): string {
  const root = resolve(fileURLToPath(new URL('../..', import.meta.url)), process.env.WAYLAND_BENCH_DATA ?? '../shared')
  const file = resolve(root, path)
  if (existsSync(file)) return file
  console.log(`${bench}: no ${path} in ${root}; set WAYLAND_BENCH_DATA to the folder that holds bench/ and data/`)
  process.exit(0)
}

/** One recorded run of a task, as trajectory files hold it. */
export interface RecordedRun {
  readonly task_id: string
  readonly outcome: { readonly resolved: boolean }
  readonly user_turns: readonly string[]
  readonly tool_calls: readonly {
    readonly name: string
    readonly args: Readonly<Record<string, unknown>>
    readonly exit_code?: number
  }[]
}

export const recordedRuns = (file: string): readonly RecordedRun[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedRun)

/** The items by the text that `keyOf` gives, in order of first sight. */
export function grouped<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
