import {
  type Command,
  type CommandNode,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
} from 'unbash'
import { remembered } from '../remembered.ts'
import {
  afterSetup,
  inBackground as behind,
  operator,
  quoted,
  type ShellWord,
  type TypedCommand,
  typedCommand,
  typedCompound,
  typedPipeline,
} from './shell-word.ts'

/** One command of a shell line: a simple command, a pipeline, or a whole compound command (loop or branch). */
export interface ShellCommand {
  /** Words of its main program, with quotes resolved; of a compound command the keyword. */
  readonly argv: readonly string[]
  /** The file to which its standard output is redirected. */
  readonly writesTo?: string
  /** Other programs of its pipeline, except those that only feed it or show output. */
  readonly piped: readonly string[]
  /** The folder set by an earlier `cd`, as it was written. */
  readonly dir?: string
  /** Its exit status does not show in the status of the line, because of later pipeline stages or `||`. */
  readonly masked: boolean
  /** It runs only if the previous command succeeded (after `&&`). */
  readonly conditional: boolean
  /** Its source text; absent if its line could not be read command by command. */
  readonly typed?: TypedCommand
}

/**
 * The commands of a Bash line, in order. Never throws; of a line with syntax errors it returns the commands that could
 * be parsed. The latest results are kept, some MB in all: the same lines recur within a run and in the runs compared with it.
 */
export const shellCommands = remembered(
  (line: string): readonly ShellCommand[] => commandsOf(line, undefined, 0).slice(0, MAX_COMMANDS),
  { most: 1_000, longest: 1_000 },
)

/** Whether every quotation and substitution of a command ends in it. */
export const endsWhole = (command: string): boolean => (parse(command).errors?.length ?? 0) === 0

/** The commands of an argument list: those of the script for `bash -lc "…"`, else one command. */
export function argvCommands(argv: readonly string[]): readonly ShellCommand[] {
  const script = scriptOf(argv)
  if (script !== undefined) return shellCommands(script)
  const words = argv.map((value): ShellWord => ({ text: quoted(value), value }))
  const typed = words.length <= MAX_WORDS ? { typed: { full: words, bare: words } } : {}
  return [
    {
      argv: bounded(argv),
      piped: [],
      masked: false,
      conditional: false,
      ...typed,
    },
  ]
}

/** Characters of a line that are parsed. A here-document may be long, but the commands usually come before it. */
const MAX_LINE = 64 * 1024
const MAX_COMMANDS = 64
/** Limit of words of a command, and of characters of a word where it is compared. */
const MAX_WORDS = 48
const MAX_WORD = 400
const MAX_DEPTH = 8
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh'])
/** Programs that only show, count or filter lines of their input. */
const VIEWERS = new Set(
  'head tail cat less more tee wc sort uniq grep egrep fgrep rg sed awk cut tr jq column nl fold fmt'.split(' '),
)
/** Commands without effects or findings. */
const IDLE = new Set('echo printf true : sleep pwd set unset exit wait clear shopt trap false'.split(' '))
/** Commands that set up the shell for the next ones. */
const SETUP = new Set(['source', '.', 'export'])

const bounded = (words: readonly string[]): readonly string[] =>
  words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD))

interface Scope {
  dir: string | undefined
  setup: readonly ShellWord[]
  pipefail: boolean
  readonly depth: number
  readonly source: string
  /** The line has a syntax error or is too long, so the ends of its commands are unknown. */
  readonly broken: boolean
}

type Mode = Pick<ShellCommand, 'masked' | 'conditional'>

function commandsOf(line: string, within: Scope | undefined, depth: number): readonly ShellCommand[] {
  const source = line.slice(0, MAX_LINE)
  const script = parse(source)
  // A quotation that nothing ends is the end of a text that was cut: what stands before it is known.
  const isCut = source.length < line.length
  const broken = isCut || script.errors?.some(({ message }) => !message.startsWith('unterminated')) === true
  const scope = {
    dir: within?.dir,
    setup: within?.setup ?? [],
    pipefail: within?.pipefail ?? false,
    depth,
    source,
    broken,
  }
  const found: ShellCommand[] = []
  walk(script.commands, scope, found)
  return found
}

function walk(statements: readonly Statement[], scope: Scope, found: ShellCommand[]): void {
  for (const { command, background } of statements) {
    const before = found.length
    // A background command does not change the folder or setup of the next ones.
    visit(command, background === true ? { ...scope } : scope, found, { masked: false, conditional: false })
    if (background === true)
      for (let i = before; i < found.length; i++) found[i] = inBackground(found[i]!, command.type === 'AndOr')
  }
}

function visit(node: Statement['command'] | PipelineNode, scope: Scope, found: ShellCommand[], mode: Mode): void {
  if (scope.depth > MAX_DEPTH || found.length >= MAX_COMMANDS) return
  if (node.type === 'AndOr') {
    node.commands.forEach((part, i) => {
      // The part after `||` is a fallback, which is skipped; it masks the status of the part before it.
      if (i > 0 && node.operators[i - 1] === '||') return
      const masked = mode.masked || node.operators[i] === '||'
      visit(part, scope, found, { masked, conditional: mode.conditional || i > 0 })
    })
  } else if (node.type === 'Pipeline') visitPipe(node, scope, found, mode)
  else if (node.type === 'Command') visitCommand(node, scope, found, mode)
  else if (node.type === 'Subshell' || node.type === 'BraceGroup') {
    const before = found.length
    const own = node.type === 'Subshell' ? { ...scope, depth: scope.depth + 1 } : scope
    walk(node.body.commands, own, found)
    for (let i = before; i < found.length; i++) found[i] = { ...found[i]!, masked: found[i]!.masked || mode.masked }
  } else found.push(compound(node, scope, mode))
}

/** Adds `&`; the commands of a background chain get no source text, because none is complete without the others. */
function inBackground({ typed, ...command }: ShellCommand, chained: boolean): ShellCommand {
  if (typed === undefined || chained) return command
  return { ...command, typed: behind(typed) }
}

function compound(node: CommandNode, scope: Scope, mode: Mode): ShellCommand {
  const typed = scope.broken ? undefined : typedCompound(node, scope.source)
  const keyword = node.type === 'Redirected' ? node.command.type : node.type
  return placed({ argv: [keyword.toLowerCase()], piped: [], ...mode }, typed, scope)
}

/** Adds a pipeline as one command, named by its first program that neither only feeds it nor only shows output. */
function visitPipe(node: Pipeline, scope: Scope, found: ShellCommand[], mode: Mode): void {
  const working = node.commands.filter((part, i) => (i === 0 ? !isFeeder(part) : !isViewer(part)))
  const [named, ...others] = working.length > 0 ? working : node.commands
  const stages = node.commands.map((part) =>
    part.type === 'Command'
      ? typedCommand(part, scope.source, wrapperWords(argvOf(part)))
      : typedCompound(part, scope.source),
  )
  const prefixed = node.prefixes.length > 0
  const typed = scope.broken || prefixed ? undefined : typedPipeline(node, stages, isViewer)
  const masked = mode.masked || (named !== node.commands.at(-1) && !scope.pipefail)
  if (named?.type !== 'Command') {
    found.push(
      placed({ argv: [named?.type.toLowerCase() ?? ''], piped: others.map(programOf), ...mode, masked }, typed, scope),
    )
    return
  }
  const last = node.commands.at(-1)
  const writesTo = last?.type === 'Command' ? writesFile(last) : undefined
  // The parser gives a pipeline of a single stage for a timed command (`time program`).
  if (node.commands.length === 1) {
    visitCommand(named, scope, found, { ...mode, masked })
    return
  }
  const argv = withoutWrapper(argvOf(named))
  found.push(
    placed(
      {
        argv: bounded(argv),
        piped: others.map(programOf),
        ...(writesTo === undefined ? {} : { writesTo }),
        ...mode,
        masked,
      },
      typed,
      scope,
    ),
  )
}

const placed = (
  command: Omit<ShellCommand, 'typed' | 'dir'>,
  typed: TypedCommand | undefined,
  { dir, setup }: Scope,
): ShellCommand => {
  const whole = afterSetup(setup, typed)
  return { ...command, ...(dir === undefined ? {} : { dir }), ...(whole === undefined ? {} : { typed: whole }) }
}

/** Whether a stage only feeds the pipeline: `echo text | program` runs `program`. */
const isFeeder = (node: CommandNode): boolean => node.type === 'Command' && IDLE.has(node.name?.value ?? '')

const isViewer = (node: CommandNode): boolean =>
  node.type === 'Command' ? VIEWERS.has(node.name?.value ?? '') && writesFile(node) === undefined : false

const programOf = (node: CommandNode): string =>
  node.type === 'Command' ? (withoutWrapper(argvOf(node))[0] ?? '').split('/').at(-1)! : node.type.toLowerCase()

const argvOf = (node: Command): readonly string[] => [
  ...(node.name === undefined ? [] : [node.name.value]),
  ...node.args.map((word) => (word.type === 'Word' ? word.value : word.text)),
]

function visitCommand(node: Command, scope: Scope, found: ShellCommand[], mode: Mode): void {
  const argv = argvOf(node)
  const program = argv[0]
  if (program === 'cd' || program === 'pushd') {
    if (argv[1] !== undefined && argv[1] !== '-') scope.dir = under(scope.dir, argv[1])
    return
  }
  if (program === 'set' && argv.includes('pipefail')) scope.pipefail = true
  const typed = scope.broken ? undefined : typedCommand(node, scope.source, wrapperWords(argv))
  if (SETUP.has(program ?? '')) {
    if (typed !== undefined) scope.setup = [...scope.setup, ...typed.full, operator('&&')]
    return
  }
  const writesTo = writesFile(node)
  if (program === undefined || (IDLE.has(program) && writesTo === undefined)) return
  const script = scriptOf(argv)
  if (script !== undefined) {
    found.push(...commandsOf(script, scope, scope.depth + 1))
    return
  }
  found.push(
    placed(
      { argv: bounded(withoutWrapper(argv)), piped: [], ...(writesTo === undefined ? {} : { writesTo }), ...mode },
      typed,
      scope,
    ),
  )
}

/** The script of `bash -c "…"` or another shell; undefined for other commands. */
function scriptOf(argv: readonly string[]): string | undefined {
  if (!SHELLS.has((argv[0] ?? '').split('/').at(-1)!)) return undefined
  const flag = argv.findIndex((word, i) => i > 0 && /^-(?=[a-z]+$)[^c]*c/.test(word))
  return flag < 0 ? undefined : argv[flag + 1]
}

function writesFile(node: Command): string | undefined {
  const target = node.redirects.find(
    (part: Redirection) => part.type === 'Redirect' && /^&?>>?\|?$/.test(part.operator),
  )
  if (target?.type !== 'Redirect') return undefined
  const descriptor = target.descriptor?.type === 'FileDescriptor' ? target.descriptor.value : 1
  const path = target.target?.value
  return descriptor === 1 && path !== undefined && !path.startsWith('/dev/') ? path : undefined
}

const under = (dir: string | undefined, next: string): string =>
  dir === undefined || /^[/~$]/.test(next) ? next : `${dir}/${next}`

/**
 * Number of leading wrapper words that can be left out without changing the effect; 0 with `env`, which sets variables.
 */
const wrapperWords = (argv: readonly string[]): number => {
  const before = argv.slice(0, argv.length - withoutWrapper(argv).length)
  return before.includes('env') ? 0 : before.length
}

/** The words without a wrapper that only sets how the command runs: `time`, `timeout 60`, `env A=b`, `nice -n 10`. */
function withoutWrapper(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv
  const asksForPath = first === 'command' && /^-[vV]/.test(rest[0] ?? '')
  if (rest.length === 0 || asksForPath || !/^(time|command|exec|nohup|nice|timeout|env|stdbuf)$/.test(first!))
    return argv
  const start = rest.findIndex((word) => !/^(-|\d+[smhd]?$|[A-Za-z_]\w*=)/.test(word))
  return start < 0 ? argv : withoutWrapper(rest.slice(start))
}
