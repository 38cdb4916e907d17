import { type Command, forEachChild, type SyntaxNode } from 'unbash'
import { assignment, cut } from './assignments.ts'
import { baseOf, type Scope, withoutWrapper } from './command.ts'
import { FETCHES } from './programs.ts'
import type { Add } from './said.ts'
import { isSettingsFile, settingsSay, writes } from './settings.ts'
import { valued } from './values.ts'

/** The words of a command without their quotes. */
export const wordsOf = (node: Command): string[] => [
  ...(node.name === undefined ? [] : [node.name.value]),
  ...node.args.map((word) => (word.type === 'Word' ? word.value : word.text)),
]

/** What a command, or each of a group, puts out by its own words: of `echo`, `printf`, and `cat` with a here-document. */
export function printedBy(node: SyntaxNode): string | undefined {
  if (node.type === 'Command') {
    const [program = '', ...args] = withoutWrapper(wordsOf(node))
    const here = node.redirects.find((one) => one.type === 'HereDoc')
    if (here?.type === 'HereDoc') return here.body.text
    return /^(?:echo|printf)$/.test(program)
      ? args
          .filter((arg) => !/^-\w$/.test(arg))
          .join(' ')
          .replace(/\\n/g, '\n')
      : undefined
  }
  const parts: string[] = []
  forEachChild(node, (child) => {
    const part = printedBy(child)
    if (part !== undefined) parts.push(part)
  })
  return parts.length === 0 ? undefined : parts.join('\n')
}

/** What settings a command writes, into files by redirection, `tee`, `sed -i` and copies, or by the programs' own commands. */
export function settingsWritten(node: Command, all: readonly string[], { text, input, values, add }: Scope): void {
  const words = withoutWrapper(all)
  const program = baseOf(words[0] ?? '')
  const plain = words.slice(1).filter((word) => !word.startsWith('-'))
  const literal = /^(?:echo|printf|cat|tee)$/.test(program) ? (printedBy(node) ?? input.get(node)) : undefined
  const here: Add = (kind, what) => add(kind, what, node.pos)
  for (const file of [...filesWritten(node.redirects, values), ...filesOf(program, words, plain)])
    if (literal !== undefined) settingsSay(literal, file, here)
    else if (!isData(file) || /^(?:jq|yq|sed|awk)$/.test(program))
      writes(assignment([], text.slice(node.pos, node.end), 0), file, here)
  if (/^(?:sed|perl|yq)$/.test(program) && words.some((word) => /^-\w*i|^--in-?place/.test(word)))
    for (const file of plain.slice(1))
      if (isSettingsFile(file) || isUnknown(file) || /^[/~]/.test(file))
        writes(assignment([], plain[0]!, 0), placeOf(file), here)
  ownSettings(program, words.slice(1), plain, here)
}

/** What programs put out in these forms is data, unless its folder says otherwise. */
const isData = (file: string): boolean => /\.(?:json[c5]?|ya?ml|xml)$/.test(file) && !/(?:^|\/)\.\w/.test(file)

/** The files of settings that redirections write. */
export const filesWritten = (redirects: Command['redirects'], values: Scope['values']): readonly string[] =>
  valued(
    redirects.flatMap((one) =>
      one.type === 'Redirect' && one.operator.includes('>') ? [one.target?.value ?? ''] : [],
    ),
    values,
  ).filter(isSettingsFile)

/** Whether which file it is is decided when it runs. */
const isUnknown = (file: string): boolean => /^["']?[$`]/.test(file)
const placeOf = (file: string): string => (isUnknown(file) ? `${file}, a file named when it runs` : file)

function filesOf(program: string, words: readonly string[], plain: readonly string[]): readonly string[] {
  if (program === 'tee') return plain.filter(isSettingsFile)
  if (/^(?:cp|mv|install|ln)$/.test(program)) return plain.slice(1).slice(-1).filter(isSettingsFile)
  const isNamed = (_: string, i: number) => /^(?:-o|-O|--output(?:-document)?)$/.test(words[i - 1] ?? '')
  return FETCHES.has(program) ? words.filter(isNamed).filter(isSettingsFile) : []
}

/** Commands of programs that set what they keep, and what of that only asks. */
const SETS =
  /^(?:(?:[\w.-]{1,40} config(?:ure)?(?: set| add| write)?|\w{1,20} env -w|npm pkg set|defaults write|gsettings set|dconf write|sysctl -w|setx|(?:gh|glab) api .{0,200}(?:-X P\w{2,4}|-[fF]|--(?:raw-)?field|--input)) )(?!(?:-l|--(?:get|list|unset)|get|list|view|show|unset|describe|current|path|edit|delete|remove|help)\b)/

/** Says what a command has its program keep: two words, or one with `=` in it, whole. */
function ownSettings(program: string, args: readonly string[], plain: readonly string[], add: Add): void {
  const line = `${[program, ...args].join(' ')} `
  const sets = SETS.exec(line) ?? SETS.exec(`${[program, ...plain].join(' ')} `)
  const given = plain.slice(1).filter((word) => !/^(?:set|add|write)$/.test(word))
  if (sets !== null && (given.length > 1 || given[0]?.includes('=') === true))
    writes({ says: cut(line.trim(), 90), at: 0 }, `the settings of ${program}`, add)
}
