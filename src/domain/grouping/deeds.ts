import { weightByKind } from '../draft/action-weight.ts'
import type { Action } from '../draft/actions.ts'
import { stem } from '../retrieval/terms.ts'
import { askedText } from './asked.ts'
import type { Deeds } from './request.ts'

/**
 * The deeds of a run: commands as program and subcommand, calls, edited files. Those that the request names by a word
 * ("please push" and `git push`) are what it asked for, whatever else the run did. Undefined for a run without any.
 */
export function deedsOf(request: string, actions: readonly Action[]): Deeds | undefined {
  const said = stemsOf(askedText(request).replace(PULL_REQUEST, ' pr '))
  const asked = new Set<string>()
  const other = new Set<string>()
  for (const action of actions) {
    const deed = deedOf(action)
    if (deed === undefined || action.ok === false) continue
    if (deed.isNamedIn(said)) asked.add(deed.name)
    else if (action.kind === 'RUN' || action.kind === 'CALL') other.add(deed.name)
  }
  return asked.size + other.size === 0 ? undefined : { asked: first(asked), other: first(other) }
}

/** Whether a run did anything but look, check and keep house. */
export const hasActed = (actions: readonly Action[]): boolean => actions.some((action) => weightByKind(action) === 1)

/** Limit of deeds that are kept of each kind: long runs do nearly everything that a person's runs do. */
const MOST = 40

const first = (deeds: ReadonlySet<string>): readonly string[] => [...deeds].slice(0, MOST).sort()

/** Said in other words than the program's own. */
const PULL_REQUEST = /\b(?:pull|merge) requests?\b/gi

interface Deed {
  readonly name: string
  isNamedIn(said: ReadonlySet<string>): boolean
}

function deedOf({ kind, head, input }: Action): Deed | undefined {
  if (kind === 'EDIT' || kind === 'WRITE') {
    const file = String(input.path).split('/').at(-1)!
    // A file of several words is named only by all of them: "generator" alone is a topic.
    return {
      name: `edit ${file}`,
      isNamedIn: (said) => [...stemsOf(file.replace(/\.\w+$/, ''))].every((word) => said.has(word)),
    }
  }
  if (kind !== 'RUN' && kind !== 'CALL') return undefined
  const [name = ''] = head.slice(kind.length + 1).split(' | ')
  const words = kind === 'RUN' ? commandWords(name, input.argv as readonly string[]) : [name.replace(CAMEL, '$1 $2')]
  // The program is named by requests about the project that it belongs to; its subcommands say what is done.
  const telling = stemsOf(words.slice(words.length > 1 ? 1 : 0).join(' '))
  return {
    name: kind === 'RUN' ? words.join(' ') : name,
    isNamedIn: (said) => [...telling].some((word) => said.has(word)),
  }
}

const CAMEL = /([a-z])([A-Z])/g

/** Program and subcommand, and a plain word after them, which says more: `minsky tasks list`, `git checkout main`. */
function commandWords(head: string, argv: readonly string[]): readonly string[] {
  const words = head.split(' ')
  const next = argv[argv.lastIndexOf(words.at(-1)!) + 1]
  return words.length === 2 && next !== undefined && /^[a-z][a-z-]{1,19}$/.test(next) ? [...words, next] : words
}

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[a-z][a-z\d]+/g) ?? []).map(stem))
