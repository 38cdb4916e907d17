import { checksWork } from '../check.ts'
import { headOf } from './command-head.ts'
import { folderAt, projectPath, projectWord, type RunFolders } from './project-path.ts'
import type { ShellCommand } from './shell.ts'
import { quoted, type ShellWord, type TypedCommand } from './shell-word.ts'
import type { ActionKind } from './tools.ts'

/** A shell command as an action without its outcome. */
export interface CommandAction {
  readonly kind: ActionKind
  readonly head: string
  readonly input: Readonly<Record<string, unknown>>
  /** Of a RUN: the command as typed, with paths relative to the project; absent if it cannot be given as a whole. */
  readonly typed?: TypedCommand
  /** Whether its exit status verifies the work: tests, a linter, a type check, a build. */
  readonly check: boolean
}

/** Classifies a command: READ, SEARCH or LIST if it only looks at files, EDIT or WRITE if it changes one, else RUN. */
export function commandAction(command: ShellCommand, place: RunFolders): CommandAction {
  const at = command.dir === undefined ? place : { ...place, cwd: folderAt(place, command.dir) }
  const words: Words = {
    program: (command.argv[0] ?? '').split('/').at(-1)!,
    argv: command.argv,
    operands: operandsOf(command.argv),
    writesTo: command.writesTo,
    file: (path) => projectPath(path, at),
  }
  if (command.piped.length > 0) return run(command, at, place)
  return changing(words) ?? (command.writesTo === undefined ? looking(words) : undefined) ?? run(command, at, place)
}

/** A command split into the parts by which it is classified. */
interface Words {
  readonly program: string
  readonly argv: readonly string[]
  /** Words that are not options. */
  readonly operands: readonly string[]
  readonly writesTo: string | undefined
  readonly file: (path: string) => string
}

/** Options whose value is the next word, of programs that show files and of those that search. */
const SHOWING_VALUE = /^-(?:[nc]|-lines|-bytes)$/
const SEARCHING_VALUE = /^-(?:[ABCmgtT]|-(?:include|exclude|exclude-dir|glob|type|max-count|context))$/

/** Words that are neither options nor their values; the pattern after `-e` counts as an operand. */
function operandsOf(argv: readonly string[]): readonly string[] {
  const program = (argv[0] ?? '').split('/').at(-1)!
  const takesValue = READERS.has(program) ? SHOWING_VALUE : SEARCHERS.has(program) ? SEARCHING_VALUE : undefined
  return argv.slice(1).filter((word, i) => !/^-./.test(word) && takesValue?.test(argv[i] ?? '') !== true)
}

const is = (kind: ActionKind, input: Readonly<Record<string, unknown>>) => ({ kind, head: kind, input, check: false })

function changing({ program, argv, operands, writesTo, file }: Words): CommandAction | undefined {
  if (writesTo !== undefined && (/^(cat|echo|printf)$/.test(program) || program === ''))
    return is('WRITE', { path: file(writesTo) })
  const target = operands.at(-1)
  if (target === undefined) return undefined
  if (program === 'tee') return is('WRITE', { path: file(target) })
  const inPlace = argv.some((word) => /^-[a-zA-Z]*i/.test(word) || word === '--in-place')
  return inPlace && /^(sed|perl)$/.test(program) ? is('EDIT', { path: file(target) }) : undefined
}

function looking({ program, argv, operands, file }: Words): CommandAction | undefined {
  const target = operands.at(-1)
  if (program === 'sed' && operands.length === 2) return is('READ', { path: file(operands[1]!) })
  if (READERS.has(program) && target !== undefined && !/^\d+$/.test(target)) return is('READ', { path: file(target) })
  const git = program === 'git' && argv[1] === 'grep'
  const [pattern, path = '.'] = git ? operands.slice(1) : operands
  if ((SEARCHERS.has(program) || git) && pattern !== undefined) return is('SEARCH', { pattern, path: file(path) })
  if (!LISTERS.has(program) || argv.some((word) => /^-(exec|delete|ok)/.test(word))) return undefined
  if (program !== 'find') return is('LIST', { path: file(target ?? '.') })
  const name = argv.findIndex((word) => /^-i?(name|path)$/.test(word))
  const from = argv[1] === undefined || argv[1].startsWith('-') ? '.' : file(argv[1])
  return is('LIST', { ...(name < 0 ? {} : { pattern: argv[name + 1] ?? '' }), path: from })
}

const READERS = new Set('cat head tail less more bat nl'.split(' '))
const SEARCHERS = new Set('grep egrep fgrep rg ag ack'.split(' '))
const LISTERS = new Set('ls tree find fd'.split(' '))

function run(command: ShellCommand, at: RunFolders, place: RunFolders): CommandAction {
  const inProject = (word: string): string => projectWord(word, at)
  const argv = (command.argv[0] === 'git' ? withoutGitOptions(command.argv) : command.argv).map((word, i) =>
    i === 0 ? plainProgram(word, at) : inProject(word),
  )
  const dir = at.cwd === undefined ? '.' : projectPath(at.cwd, { projectDir: place.projectDir })
  const typed = command.typed === undefined ? undefined : typedInProject(command.typed, at, inProject)
  const head = [headOf(argv), ...command.piped].join(' | ')
  return {
    kind: 'RUN',
    head: `RUN ${head}`,
    input: {
      argv: typed === undefined ? argv : typed.bare.map(({ text }) => text),
      ...(dir === '.' || dir === '' ? {} : { dir }),
    },
    ...(typed === undefined ? {} : { typed }),
    check: checksWork(argv.map(quoted).join(' ')),
  }
}

/** The command with project paths made relative, and without `git -C` if it names the project's folder. */
function typedInProject(
  { full, bare }: TypedCommand,
  at: RunFolders,
  inProject: (word: string) => string,
): TypedCommand {
  // A word with a backslash stays, because there it quotes the next character.
  const ownPath = (word: string): string => (word.includes('\\') ? word : inProject(word))
  const own = (words: readonly ShellWord[]) =>
    withoutOwnFolder(
      words.map(({ text, value }, i) =>
        i === 0 && text === value
          ? { text: plainProgram(text, at), value: plainProgram(value, at) }
          : { text: ownPath(text), value: ownPath(value) },
      ),
    )
  return { full: own(full), bare: own(bare) }
}

function withoutOwnFolder(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words[0]?.value === 'git' && words[1]?.value === '-C' && words[2]?.value === '.' ? 3 : 0
  return at === 0 ? words : [words[0]!, ...words.slice(at)]
}

/**
 * The program without the folder of installed programs (`./node_modules/.bin/vitest` → `vitest`); scripts keep their
 * path.
 */
function plainProgram(word: string, at: RunFolders): string {
  if (
    /(^|\/)(node_modules\/\.bin|\.venv\/bin|venv\/bin|usr\/bin|usr\/local\/bin|bin)\/[^/]+$/.test(word) &&
    word.startsWith('/')
  )
    return word.split('/').at(-1)!
  return word.replace(/^(\.\/)?node_modules\/\.bin\//, '').replace(/^(\/.*)$/, (path) => projectPath(path, at))
}

function withoutGitOptions(argv: readonly string[]): readonly string[] {
  const words = [...argv]
  while (words[1]?.startsWith('-') === true) {
    const [option] = words.splice(1, 1)
    if (option === '-C' || option === '-c') words.splice(1, 1)
  }
  return words
}
