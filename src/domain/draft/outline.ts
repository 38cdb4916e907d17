import { skillName } from '../skill-reference.ts'
import type { TurnTrajectory } from '../turn.ts'
import { isHousekeeping, looksOnly } from './action-weight.ts'
import { nameWords } from './instance.ts'
import { pitfallText } from './pitfall-text.ts'
import { type Procedure, procedureOf } from './procedure.ts'
import { folderAt, projectPath } from './project-path.ts'
import { requestText } from './request-text.ts'
import { argvCommands, type ShellCommand, shellCommands } from './shell.ts'
import { isFixed, type Step } from './step.ts'
import { commandLine } from './step-text.ts'
import { asTyped, isSlot } from './template.ts'
import { deedsOf } from './tools.ts'

/** The input of a draft: successful turns, and the signature that names the skill. */
export interface DraftEvidence {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}

/** What the runs have in common, found by rules: name, steps and grade of the draft, the same for every writer. */
export interface DraftOutline {
  readonly name: string
  readonly signature: string
  /** The turns of the evidence, ordered by content. */
  readonly turns: readonly TurnTrajectory[]
  /** The distinct requests of the evidence, one line each. */
  readonly triggers: readonly string[]
  /** The procedure, with the dropped steps and the reasons. */
  readonly procedure: Procedure
  /** No step is fixed (`isFixed`): the draft has examples only. */
  readonly weak: boolean
  /** Tool calls were reported but the runs share no step or too little: not offered until further runs share more. */
  readonly watching: boolean
  /** Programs of its steps that the runs themselves created: what they do, no person has seen. */
  readonly made: readonly string[]
  /** Standing wishes that the requests voice; absent where none were asked for. */
  readonly rules?: readonly string[]
}

/** Outlines a draft. Deterministic, and independent of the order of the turns. */
export function outlineOf({ signature, trajectories }: DraftEvidence): DraftOutline {
  const turns = inOrderOfContent(trajectories)
  const procedure = procedureOf(turns)
  const weak = !procedure.steps.some(isFixed)
  const triggers = [...new Set(turns.map(requestText).filter((text) => text !== ''))]
  // Not if no calls were reported: such a host can give requests only.
  const watching = (weak || isThin(procedure)) && turns.some(({ toolCalls = [] }) => toolCalls.length > 0)
  const made = madePrograms(procedure.steps, turns)
  return { name: skillName(signature), signature, turns, triggers, procedure, weak, watching, made }
}

/** Turns sorted by content, the shortest request first, so that the draft does not depend on their time. */
function inOrderOfContent(turns: readonly TurnTrajectory[]): readonly TurnTrajectory[] {
  return turns
    .map((turn) => ({ turn, text: JSON.stringify([turn.userInput, turn.summary, turn.projectDir, turn.toolCalls]) }))
    .sort(
      (a, b) => a.turn.userInput.length - b.turn.userInput.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
    .map(({ turn }) => turn)
}

/**
 * Whether a procedure is too small to be useful: a look-up or two, one housekeeping command with a different file each
 * time, one file that is read. Such a draft is held until further runs share more.
 */
const isThin = ({ runs, steps, checks, pitfalls }: Procedure): boolean =>
  checks.length === 0 &&
  pitfalls.every((pitfall) => pitfallText(pitfall, runs.length) === undefined) &&
  worthOf(steps) < ENOUGH

/**
 * Least worth: one command of the project's own, or a call that acts after a look-up. Set by reading drafts, not
 * measured.
 */
const ENOUGH = 1

/** The total worth of steps; look-ups count up to a limit, because they do not show their purpose. */
function worthOf(steps: readonly Step[]): number {
  const isLookUp = (step: Step) => step.kind === 'CALL' && looksOnly(`CALL ${step.tool ?? ''}`) && !hasConstant(step)
  const rest = steps.filter((step) => !isLookUp(step))
  const lookUps = Math.min(LOOK_UPS, LOOK_UP * (steps.length - rest.length))
  return rest.reduce((sum, step) => sum + worth(step), lookUps)
}
const LOOK_UP = 0.25
const LOOK_UPS = 0.75

/** How much a step tells beyond the request and the tool's own description, 0 to 1. */
function worth(step: Step): number {
  const parts = Object.values(step.fields).flat()
  const isOpen = parts.some(isSlot)
  switch (step.kind) {
    case 'RUN':
      return isHousekeeping(`RUN ${asTyped(step.fields.command ?? [])}`) ? (isOpen ? 0.25 : 0.5) : 1
    case 'CALL':
      return looksOnly(`CALL ${step.tool ?? ''}`) ? (hasConstant(step) ? 0.5 : LOOK_UP) : 0.75
    case 'EDIT':
    case 'WRITE':
      return isOpen ? (parts.length > 1 ? 0.5 : 0.25) : 0.75
    case 'READ':
      return isOpen ? 0.1 : 0.5
    default:
      return 0.25
  }
}

/** Whether a named input has the same value in all runs. */
const hasConstant = ({ fields }: Step): boolean =>
  Object.entries(fields).some(([name, template]) => nameWords(name).length > 0 && !template.some(isSlot))

/** The programs that the steps run and that the runs themselves put there, by their paths in the project. */
function madePrograms(steps: readonly Step[], turns: readonly TurnTrajectory[]): readonly string[] {
  const run = steps.flatMap(programsOf)
  if (run.length === 0) return []
  const made = new Set(turns.flatMap((turn) => [...madeIn(turn)]))
  return [...new Set(run.filter((path) => made.has(path)))]
}

/** The files that a command of a step runs: by its path, or as the script of an interpreter. */
const programsOf = (step: Step): readonly string[] =>
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
