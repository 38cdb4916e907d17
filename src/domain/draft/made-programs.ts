import type { TurnTrajectory } from '../turn.ts'
import { folderAt, projectPath } from './project-path.ts'
import { argvCommands, type ShellCommand, shellCommands } from './shell.ts'
import type { Step } from './step.ts'
import { commandLine } from './step-text.ts'
import { deedsOf } from './tools.ts'

/** The programs that the steps run and that the runs themselves put there, by their paths in the project. */
export function madePrograms(steps: readonly Step[], turns: readonly TurnTrajectory[]): readonly string[] {
  const run = steps.flatMap(programsOf)
  if (run.length === 0) return []
  const made = new Set(turns.flatMap((turn) => [...madeIn(turn)]))
  return [...new Set(run.filter((path) => made.has(path)))]
}

/** The files that a command of a step runs: by its path, or as the script of an interpreter. */
export const programsOf = (step: Step): readonly string[] =>
  step.kind !== 'RUN'
    ? []
    : shellCommands(commandLine(step)).flatMap(({ argv, dir }) => {
        const [program = '', ...args] = argv
        const isRunner = INTERPRETERS.test(program)
        const path = isRunner ? args.find((word) => !word.startsWith('-')) : program.includes('/') ? program : undefined
        return path === undefined ? [] : [projectPath(dir === undefined ? path : `${dir}/${path}`, {})]
      })

const INTERPRETERS =
  /^(?:\S*\/)?(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]{0,4}|node|tsx|ts-node|bun|deno|ruby|perl|php|pwsh|Rscript|lua)$/

/** The files that a turn created: the first that it did to each was to write it. */
function madeIn({ toolCalls = [], projectDir }: TurnTrajectory): ReadonlySet<string> {
  const met = new Set<string>()
  const made = new Set<string>()
  for (const call of toolCalls)
    for (const deed of deedsOf(call)) {
      const folders = { projectDir, cwd: call.cwd }
      const written = deed.kind === 'RUN' ? commandsOf(deed.command).flatMap((one) => writtenBy(one, folders)) : []
      const named = 'paths' in deed ? deed.paths.map((path) => projectPath(path, folders)) : []
      for (const path of deed.kind === 'WRITE' ? named : written) if (!met.has(path)) made.add(path)
      for (const path of [...named, ...written]) met.add(path)
    }
  return made
}

const commandsOf = (line: string | readonly string[]): readonly ShellCommand[] =>
  typeof line === 'string' ? shellCommands(line) : argvCommands(line)

/** The files that a command writes: where its output goes, what it copies, moves, prints or downloads to. */
function writtenBy({ argv, writesTo, dir }: ShellCommand, folders: Folders): readonly string[] {
  const [program = '', ...args] = argv
  const files = args.filter(
    (word, i) =>
      !word.startsWith('-') && (!/^(?:curl|wget)$/.test(program) || /^-\w*[oO]$|^--output/.test(args[i - 1] ?? '')),
  )
  const own = /^(?:cp|mv|ln|install)$/.test(program)
    ? files.slice(-1)
    : /^(?:tee|curl|wget)$/.test(program)
      ? files
      : []
  const at = dir === undefined ? folders : { ...folders, cwd: folderAt(folders, dir) }
  return [...own, ...(writesTo === undefined ? [] : [writesTo])].map((path) => projectPath(path, at))
}

type Folders = Parameters<typeof folderAt>[0]
