import { remembered } from '../remembered.ts'
import type { ToolCall, TurnTrajectory } from '../turn.ts'
import { type CommandAction, commandAction } from './command.ts'
import { isInstance } from './instance.ts'
import { folderAt, projectPath, type RunFolders } from './project-path.ts'
import { argvCommands, type ShellCommand, shellCommands } from './shell.ts'
import type { TypedCommand } from './shell-word.ts'
import { type ActionKind, deedsOf, patched, type ToolOperation } from './tools.ts'

/** One action of a run, in engine-independent form; paths are relative to the project. */
export interface Action {
  readonly kind: ActionKind
  /** Equal for actions that can be one step: the kind, with program and subcommand for RUN, with the tool for CALL. */
  readonly head: string
  /** The inputs: `path`, `pattern`, `argv`, `dir`, `env`, or a tool's own. */
  readonly input: Readonly<Record<string, unknown>>
  /** Head and inputs as text: equal for equal actions. */
  readonly exact: string
  /** `exact` without the values of one case: equal for calls that do the same to another order or customer. */
  readonly form: string
  readonly ok: boolean | null
  /** Its exit status was hidden by a pipeline or by `||`. */
  readonly masked: boolean
  /** Its exit status verifies the work, as of a test run. */
  readonly check: boolean
  readonly error?: string
  /** Of a RUN: the command as typed; absent if it cannot be given as a whole. */
  readonly typed?: TypedCommand
  /** Index of the tool call that it came from. */
  readonly call: number
}

/**
 * The canonical actions of a turn, in order; a call may give none (planning, loading a skill) or many (a chain of
 * commands).
 */
export function actionsOf(turn: Pick<TurnTrajectory, 'toolCalls' | 'projectDir'>): readonly Action[] {
  const calls = turn.toolCalls ?? []
  const projectDir = turn.projectDir ?? calls.find((call) => call.cwd !== undefined)?.cwd
  return calls.flatMap((call, index) => {
    const place = { projectDir, cwd: call.cwd }
    return deedsOf(call)
      .flatMap((deed) => acted(deed, call, index, place))
      .filter((action) => !loadsSkill(action))
      .map((action) => {
        const { exact = textOf(action, action.input) } = action
        return { ...action, exact, form: action.kind === 'CALL' ? textOf(action, formOf(action)) : exact }
      })
  })
}

type Done = Omit<Action, 'exact' | 'form'> & Partial<Pick<Action, 'exact'>>

const textOf = ({ head }: Pick<Action, 'head'>, input: Action['input']): string =>
  `${head} ${JSON.stringify(sorted(input))}`

/** The inputs of a call with the values of one case (`isInstance`) set to null. */
const formOf = ({ input }: Done): Action['input'] =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, isInstance(name, value) ? null : value]))

function sorted(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const keys = Object.keys(input)
  return keys.every((key, i) => i === 0 || keys[i - 1]! < key)
    ? input
    : Object.fromEntries(keys.sort().map((key) => [key, input[key]]))
}

function acted(deed: ToolOperation, call: ToolCall, index: number, place: RunFolders): readonly Done[] {
  const common = {
    ok: call.ok,
    masked: false,
    check: false,
    call: index,
    ...(call.error === undefined ? {} : { error: call.error }),
  }
  if (deed.kind === 'RUN') return ran(deed.command, deed.dir, call, index, place)
  if (deed.kind === 'CALL') return [{ kind: 'CALL', head: `CALL ${deed.name}`, input: deed.input, ...common }]
  if (!('paths' in deed)) {
    const path = deed.path === undefined ? '.' : projectPath(deed.path, place)
    const pattern = deed.pattern === undefined ? {} : { pattern: projectPattern(deed.pattern, place) }
    return [{ kind: deed.kind, head: deed.kind, input: { ...pattern, path }, ...common }]
  }
  return deed.paths.map((path) => ({
    kind: deed.kind,
    head: deed.kind,
    input: { path: projectPath(path, place) },
    ...common,
  }))
}

const projectPattern = (pattern: string, place: RunFolders): string =>
  pattern.startsWith('/') ? projectPath(pattern, place) : pattern

function ran(
  line: string | readonly string[],
  dir: string | undefined,
  call: ToolCall,
  index: number,
  place: RunFolders,
) {
  const patch = typeof line === 'string' ? line : line.join('\n')
  if (/^\s*(?:\S+\s+)?(?:apply_?patch|applypatch)\b/.test(patch) && patch.includes('*** Begin Patch')) {
    return patched(patch).flatMap((deed) => acted(deed, call, index, place))
  }
  const cwd = dir === undefined ? place.cwd : folderAt(place, dir)
  const actions =
    typeof line === 'string'
      ? lineActions(line, place.projectDir, cwd)
      : actionsAt(argvCommands(line), place.projectDir, cwd)
  const failed = call.ok === false ? blamed(actions, call) : -1
  return actions.flatMap(({ command, action }, i): Done[] => {
    const masked = command.masked || (call.maskedPipe === true && i === actions.length - 1)
    const base = { ...action, masked, call: index }
    if (failed < 0) return [{ ...base, ok: call.ok === false ? true : call.ok }]
    if (i < failed) return [{ ...base, ok: true }]
    if (i > failed) return command.conditional ? [] : [{ ...base, ok: null }]
    return [{ ...base, ok: false, ...(call.error === undefined ? {} : { error: call.error }) }]
  })
}

/** The same lines come again within a run, in the runs compared with it, and in later drafts from it. */
const lineActions = remembered((line: string, projectDir: string | undefined, cwd: string | undefined) =>
  actionsAt(shellCommands(line), projectDir, cwd),
)

const actionsAt = (commands: readonly ShellCommand[], projectDir: string | undefined, cwd: string | undefined) =>
  commands.map((command) => {
    const action = commandAction(command, { projectDir, cwd })
    return { command, action: { ...action, exact: textOf(action, action.input) } }
  })

/**
 * The index of the command that made a line fail: of its last chain the one that the error names, else the first check,
 * else the last one; -1 if none did.
 */
function blamed(
  actions: readonly { readonly command: ShellCommand; readonly action: CommandAction }[],
  call: ToolCall,
): number {
  const last = actions.length - 1
  if (last < 0) return -1
  const exit = call.exitCode ?? Number(/exit (?:code|status):? (\d+)/i.exec(call.error ?? '')?.[1] ?? Number.NaN)
  // Exit status 1 of these programs means "found nothing" or "they differ".
  if (exit === 1 && ANSWERS_ONE.has(actions[last]!.command.argv[0] ?? '')) return -1
  const chain = last - [...actions].reverse().findIndex(({ command }) => !command.conditional)
  const named = actions.findIndex(
    ({ command }, i) => i >= chain && call.error !== undefined && names(call.error, command.argv[0] ?? ''),
  )
  if (named >= 0) return named
  const check = actions.findIndex(({ action }, i) => i >= chain && action.check)
  return check >= 0 ? check : last
}

const ANSWERS_ONE = new Set('grep egrep fgrep rg ag ack diff cmp test [ pgrep which'.split(' '))

const names = (error: string, program: string): boolean =>
  program.length > 1 && error.split(/[^\w./-]+/).includes(program)

/** Whether an action only loaded a skill into the context, which is no part of the work. */
function loadsSkill({ kind, input, head }: Pick<Action, 'kind' | 'input' | 'head'>): boolean {
  if (kind === 'READ') return isSkillFile(input.path)
  if (kind === 'RUN') return /^RUN wayland-core\b/.test(head)
  if (kind !== 'CALL') return false
  const tool = head.slice('CALL '.length)
  if (OWN_TOOL.test(tool)) return true
  const named = input.skill ?? input.name ?? input.command
  return SKILL_TOOL.test(tool) && typeof named === 'string' && /(?:^|[/:])auto-/.test(named)
}

/** Whether a path is a file of a skill outside the project, or of a draft anywhere. */
function isSkillFile(path: unknown): boolean {
  if (typeof path !== 'string' || !path.includes('/skill')) return false
  const [, folder, name = ''] =
    /^(.{0,4096})\/skills?\/(?:[^/]{1,128}\/)?([^/]{1,128})\/(?:SKILL\.md|references\/[^/]{1,200})$/.exec(path) ?? []
  if (folder === undefined) return false
  return name.startsWith('auto-') || /^(?:[/~]|[A-Za-z]:\/)/.test(path)
}

const SKILL_TOOL = /^(?:skill|activate_skill|load_skill|use_skill)$/i
/** The tools of this package's MCP server, as agents name them. */
const OWN_TOOL = /(?:^|_|\.|:)(?:find_skill|load_skill|report_outcome)$/
