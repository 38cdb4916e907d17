import { CONNECTABLE_ENGINES } from '../engines/engines.ts'
import type { Command } from './command.ts'
import { TOPIC_NAMES } from './command.ts'

/** The scripts by which shells complete commands, what may follow them, and their flags; elsewhere they complete files. */
export const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: (commands) => bash(rowsOf(commands)),
  zsh: (commands) => zsh(rowsOf(commands)),
  fish: (commands) => fish(rowsOf(commands)),
}

type Described = readonly (readonly [word: string, words: string])[]

/** What may stand behind the words of a command, and which flags it takes; without words it is the program itself. */
interface Row {
  readonly name: string
  readonly next: Described
  readonly flags: Described
}

const GLOBAL: Described = [
  ['--json', 'Print JSON'],
  ['--help', 'Show its options'],
]

/** Longer names first: a shell takes the first that fits. */
function rowsOf(commands: readonly Command[]): readonly Row[] {
  const top = commands.filter(({ name }) => !name.includes(' ')).map(({ name, words }) => [name, words] as const)
  const engines = CONNECTABLE_ENGINES.map(({ name, label }) => [name, label] as const)
  const topics = TOPIC_NAMES.map((name) => [name, 'A topic'] as const)
  const fixed = new Map<string, Described>([
    ['install', engines],
    ['uninstall', engines],
    ['completion', Object.keys(SHELLS).map((shell) => [shell, ''] as const)],
  ])
  const rows = commands.map(({ name, flags }): Row => {
    const verbs = commands.filter((one) => one.name.startsWith(`${name} `))
    const next = verbs.map((one) => [one.name.slice(name.length + 1), one.words] as const)
    const own = Object.entries(flags).map(([flag, { words }]) => [`--${flag}`, words] as const)
    return { name, next: [...next, ...(fixed.get(name) ?? [])], flags: [...own, ...GLOBAL] }
  })
  return [
    ...rows.sort((a, b) => b.name.split(' ').length - a.name.split(' ').length),
    { name: 'help', next: [...top, ...topics], flags: [] },
    {
      name: '',
      next: [...top, ['help', 'Explain a command or a topic']],
      flags: [...GLOBAL, ['--version', 'The version']],
    },
  ]
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function bash(rows: readonly Row[]): string {
  const words = (of: Described) => quoted(of.map(([word]) => word).join(' '))
  const cases = rows.map(({ name, next, flags }) =>
    [
      `    ${quoted(name)}) next=${words(next)} flags=${words(flags)} ;;`,
      ...(name === '' ? [] : [`    ${quoted(name)}' '*) flags=${words(flags)} ;;`]),
    ].join('\n'),
  )
  return `_wayland_core() {
  local cur=\${COMP_WORDS[COMP_CWORD]} name= next= flags= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || name="\${name:+$name }$word"
  done
  case $name in
${cases.join('\n')}
  esac
  [[ $cur == -* ]] && next=$flags
  COMPREPLY=($(compgen -W "$next" -- "$cur"))
}
complete -o default -F _wayland_core wayland-core
`
}

function zsh(rows: readonly Row[]): string {
  const items = (of: Described) =>
    of.map(([word, words]) => quoted(words === '' ? word : `${word}:${words.replaceAll(':', '\\:')}`)).join(' ')
  const cases = rows.map(({ name, next, flags }) =>
    [
      `    (${quoted(name)}) next=(${items(next)}) flags=(${items(flags)}) ;;`,
      ...(name === '' ? [] : [`    (${quoted(name)}' '*) flags=(${items(flags)}) ;;`]),
    ].join('\n'),
  )
  return `#compdef wayland-core
_wayland_core() {
  local name= word
  local -a next flags
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] || name="\${name:+$name }$word"
  done
  case $name in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option flags
  elif (( $#next )); then _describe command next
  else _files
  fi
}
compdef _wayland_core wayland-core
`
}

function fish(rows: readonly Row[]): string {
  const escaped = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = rows.flatMap(({ name, next, flags }) => {
    const line = (how: string, does: string, words: string) =>
      `complete -c wayland-core -n ${escaped(`__wayland_core_${how} "${name}"`)} ${does} -d ${escaped(words)}`
    return [
      ...next.map(([word, words]) => line('at', `-f -a ${word}`, words)),
      ...flags.map(([flag, words]) => line(next.length > 0 ? 'at' : 'in', `-l ${flag.slice(2)}`, words)),
    ]
  })
  return `function __wayland_core_name
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; or echo $word
  end
end
function __wayland_core_at
  set -l name (__wayland_core_name)
  test "$name" = "$argv"
end
function __wayland_core_in
  set -l name (__wayland_core_name)
  string match -q -- "$argv *" "$name "
end
${lines.join('\n')}
`
}
