import {
  type Command,
  type CommandNode,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
} from 'unbash'
import {
  afterSetup,
  operator,
  type Typed,
  type TypedCommand,
  typedCommand,
  typedCompound,
  typedPipeline,
} from './typed.ts'

/** One command of a shell line, in the order of the line: a simple command, a pipeline, or a loop or branch as a whole. */
export interface ShellCommand {
  /** The words of the program that names it, as values; a compound is named by its keyword. */
  readonly argv: readonly string[]
  /** The file that its output was written to. */
  readonly writesTo?: string
  /** Other programs of its pipe that do more than show output. */
  readonly piped: readonly string[]
  /** The folder that a `cd` before it led to, as it was written. */
  readonly dir?: string
  /** Its own exit status was hidden: by the rest of a pipe, or by `||`. */
  readonly masked: boolean
  /** It ran only if the one before it succeeded. */
  readonly conditional: boolean
  /** As it was typed; absent where it cannot be given whole on one line. */
  readonly typed?: TypedCommand
}

/**
 * The commands of a line of Bash. Never throws; what cannot be read yields what could be read of it. The same lines come
 * again and again, in a run and in those that it is compared with: the latest are read once.
 */
export function shellCommands(line: string): readonly ShellCommand[] {
  let commands = read.get(line)
  if (commands === undefined) commands = commandsOf(line, undefined, 0).slice(0, MAX_COMMANDS)
  else read.delete(line)
  if (line.length <= MAX_KEPT) read.set(line, commands)
  if (read.size > KEPT) read.delete(read.keys().next().value ?? '')
  return commands
}

const read = new Map<string, readonly ShellCommand[]>()
/** Lines that are kept, and the longest of them: some MB at most. */
const KEPT = 1_000
const MAX_KEPT = 1_000

/** An argument list as the commands it stands for: `bash -lc "…"` is opened, anything else is one command. */
export function argvCommands(argv: readonly string[]): readonly ShellCommand[] {
  const script = scriptOf(argv)
  if (script !== undefined) return shellCommands(script)
  const words = argv.map((value): Typed => ({ text: quoted(value), value }))
  const whole = words.length <= MAX_WORDS && words.every(({ text }) => text.length <= MAX_WORD && !/[\n\r]/.test(text))
  const typed = whole ? { typed: { full: words, bare: words } } : {}
  return [{ argv: bounded(argv), piped: [], masked: false, conditional: false, ...typed }]
}

/** A heredoc may be long; what matters stands before it. */
const MAX_LINE = 64 * 1024
const MAX_COMMANDS = 64
/** A longer command line, or a longer word of one, is no step that a reader can follow. */
const MAX_WORDS = 48
const MAX_WORD = 400
const MAX_DEPTH = 8
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh'])
/** Programs that only show, count or pick lines of what is piped into them. */
const VIEWERS = new Set(
  'head tail cat less more tee wc sort uniq grep egrep fgrep rg sed awk cut tr jq column nl fold fmt'.split(' '),
)
/** Commands that change nothing and find nothing out. */
const IDLE = new Set('echo printf true : sleep pwd set unset exit wait clear shopt trap false'.split(' '))
/** Commands that set the shell up for what follows them. */
const SETUP = new Set(['source', '.', 'export'])

const bounded = (words: readonly string[]): readonly string[] =>
  words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD))

/** A value as a word that the shell reads as that value. */
export const quoted = (value: string): string =>
  /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

interface Scope {
  dir: string | undefined
  setup: readonly Typed[]
  pipefail: boolean
  readonly depth: number
  readonly source: string
  /** The line was cut or has a syntax error: where its commands end is unknown. */
  readonly broken: boolean
}

type Mode = Pick<ShellCommand, 'masked' | 'conditional'>

function commandsOf(line: string, within: Scope | undefined, depth: number): readonly ShellCommand[] {
  const source = line.slice(0, MAX_LINE)
  const script = parse(source)
  const broken = source.length < line.length || (script.errors?.length ?? 0) > 0
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
    // What runs in the background changes nothing for what follows it.
    visit(command, background === true ? { ...scope } : scope, found, { masked: false, conditional: false })
    if (background === true)
      for (let i = before; i < found.length; i++) found[i] = inBackground(found[i]!, command.type === 'AndOr')
  }
}

function visit(node: Statement['command'] | PipelineNode, scope: Scope, found: ShellCommand[], mode: Mode): void {
  if (scope.depth > MAX_DEPTH || found.length >= MAX_COMMANDS) return
  if (node.type === 'AndOr') {
    node.commands.forEach((part, i) => {
      // What stands after `||` is a way out, and hides the status of what stands before it.
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

/** Of a chain in the background no command stands by itself. */
function inBackground({ typed, ...command }: ShellCommand, chained: boolean): ShellCommand {
  if (typed === undefined || chained) return command
  return { ...command, typed: { full: [...typed.full, operator('&')], bare: [...typed.bare, operator('&')] } }
}

function compound(node: CommandNode, scope: Scope, mode: Mode): ShellCommand {
  const typed = scope.broken ? undefined : typedCompound(node, scope.source)
  const keyword = node.type === 'Redirected' ? node.command.type : node.type
  return placed({ argv: [keyword.toLowerCase()], piped: [], ...mode }, typed, scope)
}

/** A pipe is one command, named by its first program that does more than feed or show. */
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
  // `timeout 60 program` alone is a pipeline for the parser where it is timed: a single stage is a command.
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

/** `echo text | program`: the program is what was run. */
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

/** The script of `bash -c "…"` and its kin. */
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

/** Words in front that can be left out without changing what is done; what `env` sets is no such word. */
const wrapperWords = (argv: readonly string[]): number => {
  const before = argv.slice(0, argv.length - withoutWrapper(argv).length)
  return before.includes('env') ? 0 : before.length
}

/** Words before the command that only say how to run it: `time`, `timeout 60`, `env A=b`, `nice -n 10`. */
function withoutWrapper(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv
  if (rest.length === 0 || !/^(time|command|exec|nohup|nice|timeout|env|stdbuf)$/.test(first!)) return argv
  const start = rest.findIndex((word) => !/^(-|\d+[smhd]?$|[A-Za-z_]\w*=)/.test(word))
  return start < 0 ? argv : withoutWrapper(rest.slice(start))
}
