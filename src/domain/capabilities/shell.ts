import { type Assignment, type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { LINE, matchesOf } from '../matches.ts'
import { placesSay, wordsSay } from './changes.ts'
import { codeSays } from './code.ts'
import { baseOf, brings, commandSays, isOpen, type Scope, sendsBy, whatDoes, withoutWrapper } from './command.ts'
import { placesIn } from './places.ts'
import { BRINGS, FETCHES, KNOWN, RUNNERS, SENDS, SHELLS, SILENT, TALKS } from './programs.ts'
import { quoteCommand, quoteLines } from './quotes.ts'
import type { Add } from './said.ts'
import { MOST, secretsIn, valued, valuesIn } from './values.ts'

/** Nested scripts (`sh -c "…"`, `eval`, here-documents) that are followed. */
const MAX_DEPTH = 6

/**
 * What the commands of a shell text can do: each of them, in whatever it is nested. One whose program is decided when it
 * runs is unread. `isScript`: nothing but a shell reads the text, so that what no parser can read is unread.
 */
export function shellSays(
  text: string,
  add: Add,
  { isScript = false, depth = 0, aliases = new Map<string, string>() } = {},
): void {
  if (depth > MAX_DEPTH) {
    add('unread', 'commands within commands', 0)
    return
  }
  const filled = text
    .replace(HOLE, (hole) => `_${hole.slice(1, -1).replace(/\W/g, '_')}_`)
    .replace(CHOICE, (choice) => (isChoice(choice.split('|')) ? choice.replaceAll('|', '_') : choice))
  const scope = scopeOf(filled, add, depth, aliases)
  const script = parse(filled)
  const error = script.errors?.[0]
  if (error === undefined) look(script, scope)
  else if (filled.trim().includes('\n')) {
    if (isScript) add('unread', 'a script that no shell parser reads', error.pos)
    lineByLine(filled, add, depth)
  } else {
    for (const [part] of matchesOf(PARTS, filled)) {
      const words = part.trim().split(/\s+/).map(unquoted)
      commandSays(words, 0, scope)
      wordsSay(words, (kind, what) => add(kind, what, 0))
    }
    if (BRINGS.test(filled) && PIPED.test(filled)) add('follows_text', filled, filled.search(/\S/))
  }
}

/** `<branch>` stands for a word that is filled in, and is no redirection. */
const HOLE = /<(?=[\p{L}_])[\p{L}\w .:/|-]{0,60}>/gu
/** Words with bars between them and no blank: `list|get|add`. */
const CHOICE = /(?<![^\s=[({:,"'])[\w.<>=,-]{1,60}(?:\|[\w.<>=,-]{1,60}){1,20}(?![^\s\])}:,"'])/g
/** A bar leads into a program, unless all of them are of one kind: `bash|zsh`. */
const isChoice = ([first = '', ...others]: readonly string[]): boolean =>
  !others.some((word) => SILENT.has(word) || KNOWN.has(word)) ||
  (SHELLS.has(first) && !others.some((word) => !SHELLS.has(word)))
const PARTS = /(?:'[^'\n]{0,2000}'|"[^"\n]{0,2000}"|[^|;&])+/g
const PIPED = /\|\s*(?:sudo\s+)?(?:\/\S{0,80}\/)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby)\b|\beval\b|\bsource\b|<\(/
const unquoted = (word: string): string => word.replace(/["'\\]/g, '')

/** What the whole cannot be parsed for may hide in it: each line is looked at by itself. */
function lineByLine(text: string, add: Add, depth: number): void {
  for (const { 0: line, index } of matchesOf(LINE, text.replace(/\\\n/g, '  ')))
    shellSays(line, (kind, what, at) => add(kind, what, index + at), { depth: depth + 1 })
}

function scopeOf(text: string, add: Add, depth: number, aliases: Scope['aliases']): Scope {
  const nested = (inner: string, at: number) =>
    shellSays(inner, (kind, what) => add(kind, what, at), { depth: depth + 1, aliases })
  const program = (inner: string, at: number) => {
    const within: Add = (kind, what) => add(kind, what, at)
    placesSay(inner, 'code', within)
    programSays(inner, within, depth + 1)
  }
  return { text, add, nested, program, brought: new Set(), aliases, values: valuesIn(text), secrets: secretsIn(text) }
}

/** What a program in any language can do, the commands that it hands to a shell included. */
export function programSays(text: string, add: Add, depth = 0): void {
  for (const { text: command, at } of codeSays(text, add))
    shellSays(command, (kind, what) => add(kind, what, at), { depth: depth + 1 })
}

function look(node: SyntaxNode, scope: Scope): void {
  const { text, add } = scope
  if (node.type === 'Statement' && node.background === true && !isQuery(text, node.command.end))
    add('background', `${text.slice(node.command.pos, node.command.end)} &`, node.pos)
  if (node.type === 'Pipeline') {
    const from = node.commands.findIndex((stage) => BRINGS.test(text.slice(stage.pos, stage.end)))
    if (from >= 0 && node.commands.slice(from + 1).some(takesProgram))
      add('follows_text', text.slice(node.pos, node.end), node.pos)
    else if (node.commands.slice(1).some(takesProgram))
      add('unread', `commands that it is given: ${text.slice(node.pos, node.end)}`, node.pos)
    const keys = node.commands.findIndex((stage) => readsKeys(text.slice(stage.pos, stage.end)))
    const out =
      keys < 0 ? undefined : node.commands.slice(keys + 1).find((stage) => leadsOut(text.slice(stage.pos, stage.end)))
    if (out !== undefined) add('acts_on_remote', sendsBy(out.type === 'Command' ? wordsOf(out) : []), node.pos)
  }
  if (node.type === 'Command') command(node, scope)
  forEachChild(node, (child) => look(child, scope))
}

/** An address with a query that ends before its `&`, and goes on behind it without a blank. */
const isQuery = (text: string, end: number): boolean =>
  /[?&][\w.[\]-]{1,60}=[^\s&]{0,200}$/.test(text.slice(Math.max(0, end - 300), end)) &&
  /^&[\w.[\]-]{1,60}(?:=|$)/.test(text.slice(end, end + 80))

/** Whether what is piped into a command is run: an interpreter without a script of its own. */
function takesProgram(node: SyntaxNode): boolean {
  if (node.type !== 'Command') {
    let any = false
    forEachChild(node, (child) => {
      any ||= takesProgram(child)
    })
    return any
  }
  return isOpen(withoutWrapper(wordsOf(node)))
}

/** The words of a command without their quotes. */
const wordsOf = ({ name, args }: Command): string[] => [
  ...(name === undefined ? [] : [name.value]),
  ...args.map((word) => (word.type === 'Word' ? word.value : word.text)),
]

function command(node: Command, scope: Scope): void {
  const { text, add } = scope
  for (const part of node.prefix) if (part.type === 'Assignment') assigned(part, node.name !== undefined, scope)
  if (node.name === undefined) {
    quoteCommand(text.slice(node.pos, node.end), '', node.pos, add)
    return
  }
  const words = valued(wordsOf(node), scope.values)
  if (isBuilt(node.name) && /[$`?*{]/.test(words[0]!))
    add('unread', `a command that is put together when it runs: ${node.name.text}`, node.pos)
  const redirected = node.redirects.flatMap((one) =>
    one.type === 'Redirect'
      ? valued([one.target?.value ?? ''], scope.values, MOST).flatMap((target) => [one.operator, target])
      : [],
  )
  wordsSay([...valued(words, scope.values, MOST), ...redirected], (kind, what) => add(kind, what, node.pos))
  commandSays(words, node.pos, scope)
  const program = baseOf(withoutWrapper(words)[0] ?? '')
  const source = text.slice(node.pos, node.end)
  if (RUNNERS.has(program) && BRINGS.test(source) && /\$\(|<\(|`/.test(source)) add('follows_text', source, node.pos)
  handsOn(program, source, node.pos, scope)
  if (
    leadsOut(words.join(' ')) &&
    [...matchesOf(PUT_IN, source)].some(([, first, second]) => readsKeys(first ?? second!))
  )
    add('acts_on_remote', sendsBy(words), node.pos)
  given(node, program, scope)
  if (SILENT.has(program) && node.redirects.some((one) => one.type === 'Redirect' && KEEPS.test(one.operator)))
    quoteCommand(source, '', node.pos, add)
  if (FETCHES.has(program))
    for (const one of node.redirects)
      if (one.type === 'Redirect' && one.target !== undefined) brings(one.target.value, node.pos, scope)
}

/** Says where a command is given a variable that holds keys or the environment, by whatever way it leads out. */
function handsOn(program: string, source: string, at: number, { add, secrets }: Scope): void {
  if (!SILENT.has(program) && [...matchesOf(VARIABLE, source)].some(([, name]) => secrets.has(name!)))
    add('acts_on_remote', `hand keys on: ${source}`, at)
}
const VARIABLE = /\$\{?([A-Za-z_]\w{0,60})/g

/** Whether a command, or what is put into its words, reads from a place of keys; one that only says which key to use does not. */
const readsKeys = (source: string): boolean =>
  /^\s*(?:sudo\s+)?(?:env|printenv|set|export -p|compgen -v)\s*(?:$|[|<>])|\/proc\/\w+\/environ/.test(source) ||
  placesIn(source.replace(USES_KEY, ' ')).some(({ kind }) => kind === 'secrets')
const USES_KEY = /\s(?:-[iF]|-o|--(?:key|cert|cacert|identity\w{0,8}|netrc-file|config|env-file))[ =]\S{1,200}/g
/** Whether a command reaches out, or may since its program stands in a variable. */
const leadsOut = (source: string): boolean => {
  const program = baseOf(withoutWrapper(source.trim().split(/\s+/).map(unquoted))[0] ?? '')
  return TALKS.has(program) || SENDS.has(program) || program.startsWith('$')
}

/** What a variable that is set changes; one that is set for a single command lasts as long, and may have it run what it names. */
function assigned({ name, value, pos }: Assignment, isForOne: boolean, { add, nested }: Scope): void {
  whatDoes([`export ${name}=`], pos, (kind, ...said) => (isForOne && kind === 'background') || add(kind, ...said))
  const given = isForOne && 'value' in value ? value.value : ''
  if (/COMMAND|PAGER|EDITOR|ASKPASS|_SSH$|EXTERNAL_DIFF/.test(name)) nested(given, pos)
  else if (/PRELOAD|LIBRARIES|AUDIT|BASH_ENV|_OP(?:EN|TION)S?$/.test(name))
    for (const [path] of given.matchAll(/[\w.~@-]{0,60}\/[\w./@-]{1,200}/g))
      add('unread', `${path}, which a program loads`, pos)
}

/** What a command takes into its words or its input from elsewhere. */
const PUT_IN = /\$\(([^()]{1,300})\)|(?:`|@|<\s?|(?:-T|--upload-file)[ =])["']?([^`\s"']{1,300})/g

/** What is put out is kept in a file. */
const KEEPS = /^\d?>{1,2}\|?$/

/** Looks at the scripts that are put into a command's input. */
function given(node: Command, program: string, scope: Scope): void {
  for (const redirect of node.redirects) {
    if (redirect.type === 'Redirect') {
      if (redirect.operator === '<' && RUNNERS.has(program))
        scope.add('unread', `commands that it is given: ${redirect.target?.value ?? ''}`, redirect.pos)
      continue
    }
    const body = redirect.type === 'HereDoc' ? redirect.body.text : (redirect.target?.value ?? '')
    if (SHELLS.has(program) || /^\s*#!.{0,80}sh\b/.test(body)) scope.nested(body, redirect.pos)
    else if (RUNNERS.has(program) || /^\s*#!/.test(body)) scope.program(body, redirect.pos)
    else quoteLines(body, (kind, what) => scope.add(kind, what, redirect.pos))
  }
}

/** Whether which program it is is decided when it runs: not where the path alone is in a variable. */
function isBuilt({ parts = [], value, text }: Word): boolean {
  if (/\/[\w.-]+$/.test(value) && !/[$`]/.test(value.split('/').at(-1)!)) return false
  if (/\$|`/.test(text.replace(/'[^']*'/g, ''))) return true
  // `/b?n/c*l` is looked up when it runs; other words with such marks are no program.
  const isFound = parts.some(({ type }) => type === 'Glob') && /^[\w./?*-]+$/.test(value) && /[a-z?*]$/.test(value)
  return isFound || parts.some(({ type }) => type === 'BraceExpansion')
}
