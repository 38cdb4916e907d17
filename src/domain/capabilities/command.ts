import type { Kind } from './capability.ts'
import { hostOf } from './places.ts'
import {
  BRINGS,
  COMMANDS,
  FETCHES,
  INSTALLS,
  KNOWN,
  PRINTS,
  RUNNERS,
  SHELLS,
  SILENT,
  TALKS,
  WRAPPERS,
} from './programs.ts'
import { quoteCommand } from './quotes.ts'
import type { Add } from './said.ts'

/** What a command is part of. */
export interface Scope {
  readonly text: string
  readonly add: Add
  /** Looks at a script for a shell that a command holds. */
  readonly nested: (text: string, at: number) => void
  /** Looks at a program in another language that a command holds. */
  readonly program: (text: string, at: number) => void
  /** Files that a command before brought from elsewhere. */
  readonly brought: Set<string>
  /** The values of variables that the text itself sets once, without working them out. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** The variables that hold keys or the environment. */
  readonly secrets: ReadonlySet<string>
  /** What words stand for that the text itself has given a meaning. */
  readonly aliases: Map<string, string>
}

/** What one command can do, by its words without their quotes. */
export function commandSays(given: readonly string[], at: number, scope: Scope): void {
  const words = withoutWrapper(given)
  for (const wrapper of given.slice(0, given.length - words.length))
    if (WRAPPERS.has(baseOf(wrapper)) && baseOf(wrapper) !== 'env') programDoes(wrapper, [], at, scope)
  const [name = '', ...args] = words
  const meant = scope.aliases.get(name)
  if (meant !== undefined)
    scope.nested(`${meant} ${args.map((arg) => (/[\s$]/.test(arg) ? `"${arg}"` : arg)).join(' ')}`, at)
  if (/^(?:xargs|parallel)$/.test(baseOf(given[0] ?? '')) && isOpen(words))
    scope.add('unread', 'commands that it is given', at)
  programDoes(name, args, at, scope)
  heldBy(name, args, at, scope)
  followsFile(name, args, at, scope)
}

/** Whether a command is an interpreter without a program of its own, so that what it is given is run. */
export function isOpen([name = '', ...args]: readonly string[]): boolean {
  const last = args.at(-1)
  return (
    RUNNERS.has(baseOf(name)) &&
    (args.every((arg) => arg.startsWith('-') || arg === '/dev/stdin') ||
      args.some((arg) => /^-s?$/.test(arg)) ||
      /^-\w{0,4}[ce]$/.test(last ?? ''))
  )
}

/** The program of a path, as it is called. */
export const baseOf = (program: string): string =>
  program
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\.exe$/i, '')

/** The words without what only sets how the command runs: `sudo -u x`, `timeout 60`, `xargs -n 1`. */
export function withoutWrapper(words: readonly string[]): readonly string[] {
  let rest = words
  for (let i = 0; i < 8 && WRAPPERS.has(baseOf(rest[0] ?? '')); i++) {
    const after = rest.slice(1)
    const plain = after.findIndex(
      (word) => !/^(?:-|\{\}|\d+[smhd]?$|[A-Za-z_]\w*=|[A-Z][A-Z\d]{0,40}_[A-Z_\d]{0,60}$)/.test(word),
    )
    // The value of a flag is no program, where one that is known comes after it.
    const known = after.slice(0, 8).findIndex((word) => KNOWN.has(baseOf(word)))
    const from = known >= 0 && (after[plain - 1] ?? '').startsWith('-') ? known : plain
    if (from < 0) return rest
    rest = after.slice(from)
  }
  return rest
}

/** Says what a command can do by its first words, in either of its forms. */
export function whatDoes(forms: readonly string[], at: number, add: Add): void {
  for (const [kind, what, shown] of COMMANDS) for (const form of forms) if (shown.test(form)) add(kind, what, at)
}

/** Looks at the scripts and commands among a command's words. */
function heldBy(name: string, args: readonly string[], at: number, scope: Scope): void {
  const program = baseOf(name)
  const flag = args.findIndex((arg) => /^(?:-[a-zA-Z]*[ceEp]|--eval|--print|--command|-Command)$/.test(arg))
  const code = flag < 0 ? undefined : args[flag + 1]
  const [first = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (program === 'alias')
    for (const arg of args) {
      const meaning = arg.slice(arg.indexOf('=') + 1).replace(/^["']|["']$/g, '')
      scope.aliases.set(arg.split('=', 1)[0]!, meaning)
      if (!scope.aliases.has(meaning.split(' ')[0]!)) scope.nested(meaning, at)
    }
  if (program === 'eval') evaluated(args.join(' '), at, scope)
  else if (code !== undefined && (SHELLS.has(program) || program === 'su')) evaluated(code, at, scope)
  else if (code !== undefined && RUNNERS.has(program)) scope.program(code, at)
  else if (RUNNERS.has(program) && /^[$`]/.test(first) && !/\/[\w.-]+$/.test(first))
    scope.add('unread', `a script that is named when it runs: ${name} ${first}`, at)
  else if (program === 'ssh') scope.nested(withoutFlags(args, SSH_VALUED).slice(1).join(' '), at)
  const exec = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg))
  if (program === 'find' && exec >= 0) {
    commandSays(args.slice(exec + 1), at, scope)
    if (RUNNERS.has(baseOf(args[exec + 1] ?? '')) && args[exec + 2] === '{}')
      scope.add('unread', 'scripts that it finds', at)
  } else inArguments(program, args, at, scope)
  if (/^(?:pwsh|powershell)/i.test(program) && args.some((arg) => /^-e(?:nc\w*)?$/i.test(arg)))
    scope.add('unread', 'an encoded command', at)
}

/** Values that are texts for a person. */
const SAYS =
  /^(?:-m|-t|-b|-F|--(?:message|title|body|notes?|description|subject|grep|label|field|data\S*|json|header|jq|search))$/
/** Before a command in an argument: where it begins, after a mark or word that has it run. */
const HELD = new RegExp(
  `(?:^|[!;&|{("'=]|\\b(?:shell|system|exec|spawn|run|bash|sh|e)\\W{0,3})\\s{0,4}((?:\\./)?(?:${[...KNOWN].join('|')})\\s[\\s\\S]{1,400})`,
)

/** Looks at commands that stand within the arguments of others: `script -c '…'`, `docker run x sh -c '…'`, `--use=…`. */
function inArguments(program: string, args: readonly string[], at: number, scope: Scope): void {
  if (PRINTS.test(program) || SHELLS.has(program)) return
  for (const [i, arg] of args.entries()) {
    if (i > 0 && SHELLS.has(baseOf(arg)) && args.slice(i).some((one) => /^-\w{0,4}c$/.test(one)))
      commandSays(args.slice(i), at, scope)
    else if (/\s/.test(arg) && !SAYS.test(args[i - 1] ?? '')) {
      const held = HELD.exec(arg)?.[1]
      if (held !== undefined) scope.nested(held, at)
      if (/^(?:g?awk|mawk|sed|perl|ruby|osascript|expect|vim?|nvim|emacs)$/.test(program)) scope.program(arg, at)
    }
    const set =
      /^-{0,2}(?:[\w.-]{0,60}[-_.])?(?:exec|command|program|pager|editor|action|shell|rsh|hook\w{0,6})=(?:exec=)?(.{1,300})/i.exec(
        arg,
      )?.[1]
    if (set !== undefined) scope.nested(set, at)
    if (program === 'sed' && /(?:^|[;\d$}])\s{0,4}e(?:\s|$)|\/[gpi\d]{0,4}e[gpi\d]{0,4}$/.test(arg))
      scope.add('unread', 'commands that sed runs', at)
  }
}

/** `eval "$(direnv hook zsh)"` is how programs have themselves set up. */
const SETS_UP = /^\s*["']?\$\((?:\w[\w-]*) (?:init|env|hook|activate|shellenv|completion)\b/

function evaluated(text: string, at: number, { add, nested }: Scope): void {
  if (!/^\s*["']?[$`]/.test(text)) nested(text, at)
  else if (!BRINGS.test(text) && !SETS_UP.test(text))
    add('unread', `commands that are put together when it runs: ${text}`, at)
}

/** Notes files that are brought from elsewhere, and says where one is run. */
function followsFile(name: string, args: readonly string[], at: number, { add, brought }: Scope): void {
  const program = baseOf(name)
  if (program === 'git' && args[0] === 'clone') brings(args.at(-1)!.replace(/\.git$/, ''), at, { add, brought })
  // What is run where it went is as unseen.
  if (program === 'cd' && brought.has(baseOf(args[0] ?? ''))) brought.add(ENTERED)
  const [script = ''] = RUNNERS.has(program) ? args.filter((arg) => !arg.startsWith('-')) : [name]
  if (
    brought.has(ENTERED) &&
    (program === 'make' || OWN_PATH.test(name) || (RUNNERS.has(program) && /\.\w{1,4}$/.test(script)))
  )
    add('follows_text', `runs ${script}, which it fetched`, at)
  const run = [name, ...(RUNNERS.has(program) || program === 'chmod' ? args : [])]
    .map(baseOf)
    .find((file) => brought.has(file))
  if (run !== undefined) add('follows_text', `runs ${run}, which it fetched`, at)
  if (!FETCHES.has(program) && !BRINGS.test([name, ...args].join(' '))) return
  const named = args.filter(
    (arg, i) => /^(?:-o|-O|--output(?:-document)?)$/.test(args[i - 1] ?? '') || /:\/\/.*\//.test(arg),
  )
  for (const file of named) brings(file, at, { add, brought })
}

const ENTERED = '/'

/** Notes a file that is brought from elsewhere; a document is text that the model reads as part of the skill. */
export function brings(file: string, at: number, { add, brought }: Pick<Scope, 'add' | 'brought'>): void {
  const name = baseOf(file.split(/[?#]/)[0]!)
  brought.add(name)
  if (/\.mdc?$/i.test(name)) add('follows_text', `${name}, which it fetches`, at)
}

/** The words from the first argument on: flags before it, with the values that they take, are left out. */
function withoutFlags(args: readonly string[], valued = VALUED): readonly string[] {
  let first = 0
  while (args[first]?.startsWith('-') === true) first += valued.test(args[first]!) ? 2 : 1
  return args.slice(first)
}
const SSH_VALUED = /^-\w{0,6}[bcDEeFIiJLlmopQRSWw]$/
const VALUED = /^(?:-[CcnRH]|--(?:repo|namespace|context|prefix|git-dir|work-tree|profile|region|cwd|dir|filter))$/
const DELETES = /^(?:rm|rmdir|unlink|shred|rimraf|trash|del)$/
/** A program by its path, unless it lies where programs of the system lie. */
const OWN_PATH = /^(?!\/(?:usr\/(?:local\/)?)?s?bin\/)(?:\.{0,2}\/|[\w.-]+\/)/

function programDoes(name: string, args: readonly string[], at: number, { add }: Scope): void {
  // A recipe of make begins with marks of its own.
  const program = baseOf(name).replace(/^[@+-]{1,3}/, '')
  if (!/^[a-z_.~][\w.+@~-]{0,60}$/i.test(program)) return
  if (/^(?:\.|source)$/.test(program) && args[0] !== undefined) add('runs', args[0], at)
  if (!SILENT.has(program)) add('runs', OWN_PATH.test(name) ? name : program, at)
  const line = [program, ...args].join(' ')
  const words = withoutFlags(args)
  const addressed = args.filter(isAddress)
  // `set -e` is not `set`.
  const bare = words.length === 0 ? line : [program, ...words].join(' ')
  if (!SILENT.has(program) || WRITES.test(program)) quoteCommand(line, bare, at, add)
  const plain = args.filter((arg) => !/^(?:-|\{\}$|\+$)/.test(arg))
  const hosts = hostsAmong(program, args)
  // What is sent to this machine leaves nothing.
  const isHere = addressed.length > 0 && !addressed.some((arg) => !HERE.test(arg)) && hosts.length === 0
  const isLeft = (kind: Kind, what: string) =>
    (isHere && what === SENDS) || (TRIED.test(line) && (kind === 'acts_on_remote' || kind === 'deletes'))
  whatDoes([line, bare], at, (kind, what, where) => isLeft(kind, what) || add(kind, sentTo(hosts, what), where))
  if (DELETES.test(program)) add('deletes', plain.join(' ') || 'what it is given', at)
  if (program === 'find' && /\s-delete\b|-exec\s(?:rm|shred)\b/.test(line))
    add('deletes', `files that it finds in ${plain[0] ?? '.'}`, at)
  if (program === 'printenv' && plain.length > 0) add('secrets', 'names in the environment', at)
  const installs = INSTALLS.exec(bare)?.groups
  // What is run at once has its own words behind its name.
  const what = (installs?.run === undefined ? installs?.what : plain[0]) ?? ''
  if (installs !== undefined) add('reaches', packages(program, what), at)
  for (const host of installs === undefined || hosts.length > 0 ? hosts : inVariable(args)) add('reaches', host, at)
}

const SENDS = 'send data'
/** Programs that say what they would do. */
const TRIED =
  /^(?:npm|pnpm|yarn|bun|cargo|poetry|uv|git|kubectl|oc|helm|wrangler|rsync)\b(?!.*--(?:no-dry-run|dry-run[= ](?:false|none))).*\s--dry-run(?:=(?:true|client|server))?(?=\s|$)/

/** That a command sends what it is given, with where to if its words name that. */
export const sendsBy = (words: readonly string[]): string => {
  const [name = '', ...args] = withoutWrapper(words)
  return sentTo(hostsAmong(baseOf(name), args), SENDS)
}

/** A deed on another machine with the name of the first machine that its command names. */
const sentTo = ([host]: readonly string[], what: string): string => {
  if (host === undefined) return what
  return what === SENDS ? `${SENDS} to ${host}` : what.replace(/another machine$/, host)
}

/** The machines that a command's words name, those with a scheme first: not its files, nor the user and password for one. */
function hostsAmong(program: string, args: readonly string[]): readonly string[] {
  const far = args.filter((arg, i) => {
    if (arg.startsWith('-') || /^(?:-o|--output)$/.test(args[i - 1] ?? '')) return false
    if (COPIES.test(program)) return arg.includes(':')
    return TALKS.has(program) ? !/^[\w-]+:\w/.test(arg) : FAR.test(arg)
  })
  // The first word of ssh is one, with a dot in it or not.
  const named =
    program === 'ssh'
      ? withoutFlags(args, SSH_VALUED)
          .slice(0, 1)
          .map((arg) => `${arg}:22`)
      : far
  const hosts = named
    .toSorted((a, b) => Number(isAddress(b)) - Number(isAddress(a)))
    .flatMap((arg) => hostOf(arg) ?? [])
  return hosts.length > 0 || !TALKS.has(program) ? hosts : inVariable(args)
}

/** The last word of a command that is a variable, for the address that it holds. */
const inVariable = (args: readonly string[]): readonly string[] =>
  args
    .filter((arg) => /^["']?(?:\w+:\/\/)?\$/.test(arg))
    .slice(-1)
    .map((arg) => `the address in ${arg}`)
const isAddress = (arg: string): boolean => /^["']?https?:\/\//i.test(arg)
const COPIES = /^(?:scp|rsync)$/

/** What a shell does itself, and still changes something. */
const WRITES = /^(?:tee|sed|export)$/
const HERE = /^["']?https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?"']|$)/i
/** `user@host:…`, and `host.example:443`. */
const FAR = /^[\w.-]{1,60}@[\w.-]{1,120}:|^(?:[\w-]{1,60}\.){1,6}[a-z]{2,20}:\d{2,5}$/i

function packages(program: string, words: string): string {
  const named = words.split(' ').filter((word) => word !== '' && !/^(?:[-./$]|https?:)/.test(word))
  return `packages${named.length === 0 ? '' : ` ${named.join(' ')}`} (${program})`
}
