/** What a tool is for, where more than one agent has a tool for it. */
export type ToolPurpose =
  | 'shell'
  | 'shell-input'
  | 'shell-output'
  | 'read'
  | 'write'
  | 'edit'
  | 'find-files'
  | 'search-text'
  | 'list-folder'
  | 'notebook'
  | 'fetch'
  | 'search-web'
  | 'skill'
  | 'agent'
  | 'find-tools'
  | 'plan'
  | 'ask'

/** The tools of one agent, by the names under which it offers them to its model. */
export interface ToolTable {
  /** The agent, as its makers write it. */
  readonly label: string
  /** What each is for; the first tool for a purpose is the one that others are turned into. */
  readonly names: Readonly<Record<string, readonly ToolPurpose[]>>
  /** Tools that it offers only where a person can answer; no request of a run without a window lists them. */
  readonly withWindow?: Readonly<Record<string, readonly ToolPurpose[]>>
  /** Names of earlier versions, which texts may still hold. */
  readonly former?: Readonly<Record<string, readonly ToolPurpose[]>>
  /** How a tool of an MCP server is named, with `{server}` and `{tool}`; absent where it has none. */
  readonly mcp?: string
}

/** A tool that a text names, and its name in the other agent; null where none is known: then it stays as it was. */
export interface ToolChange {
  readonly name: string
  readonly becomes: string | null
}

export interface Translation {
  readonly text: string
  readonly changes: readonly ToolChange[]
}

/**
 * A text for another agent: the tools that it names get their names there; those without one stay, and are listed with `becomes` null. A tool
 * is named by its own name in a code span, alone or with its inputs, or before "tool"; where the name is a common word,
 * only beside "tool" or after "Call". Code blocks and all other text stay. `from` are the agents that the text may speak
 * of.
 */
export function withToolNames(text: string, from: readonly ToolTable[], to: ToolTable): Translation {
  const changes = new Map<string, string | null>()
  const rename: Rename = (name, mention) => {
    const other = nameIn(to, from, name)
    const isTold =
      other === undefined ? mention !== 'alone' && isDistinct(name) : mention !== 'alone' || isDistinct(name)
    if (other === name || !isTold || own(offered(to), name) !== undefined) return name
    changes.set(name, other ?? null)
    return other ?? name
  }
  const named = outsideCode(text, (line) => (line.length > MAX_LINE ? line : renamed(line, rename)))
  return { text: named, changes: [...changes].map(([name, becomes]) => ({ name, becomes })) }
}

/** The text with one mark in place of every name that could be one of a tool: the same for whichever agent it was written. */
export const withoutToolNames = (text: string): string => outsideCode(text, (line) => renamed(line, () => '*'))

function outsideCode(text: string, rewrite: (line: string) => string): string {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && mark === undefined) return rewrite(line)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
    return line
  })
  return lines.join('\n')
}

/** A longer line is data, in which names are left alone, in characters. */
const MAX_LINE = 4_000

/** How a line mentions a name: beside the word "tool", in a call, or alone. */
type Mention = 'tool' | 'call' | 'alone'
type Rename = (name: string, mention: Mention) => string

/** Code spans and the text between them, in turns. */
function renamed(line: string, rename: Rename): string {
  const parts = line.split('`')
  // An odd number of marks: the last one opens nothing.
  const last = parts.length % 2 === 0 ? parts.length - 2 : parts.length - 1
  return parts
    .map((part, i) => {
      if (i % 2 === 0 || i > last)
        return part
          .replace(
            SPOKEN,
            (_, name: string, rest: string) => `${rename(name, isPlain(name) ? 'alone' : 'tool')}${rest}`,
          )
          .replace(ORDERED, (_, verb: string, name: string) => `${verb}${rename(name, 'alone')}`)
      const [, name, inputs] = NAMED.exec(part) ?? []
      if (name === undefined || inputs === undefined) return part
      const [before = '', after = ''] = [parts[i - 1], parts[i + 1]]
      const isTool = /^ tools?(?!\w)/.test(after) || /(?:^|\W)tools? $/.test(before)
      const mention = isTool ? 'tool' : /(?:^|\W)[Cc]alls? $/.test(before) ? 'call' : 'alone'
      return `${rename(name, mention)}${inputs}`
    })
    .join('`')
}

/** A name in prose before the word "tool"; it must not be a common word there. */
const SPOKEN = /(?<!\w)([A-Za-z]\w{1,79})( tools?(?!\w))/g
/** A name in prose behind a verb, and not before a noun of its own: "Run Bash to see", "use WebFetch." */
const ORDERED =
  /(?<!\w)((?:[Rr]un|[Uu]se|[Cc]all|[Uu]sing|[Vv]ia|[Ww]ith) )(Bash|Glob|Grep|[A-Z][a-z]{1,30}[A-Z]\w{1,60})(?=$|[.,:;)]| (?:to|and|or|with|on|for|in|after|before|then|again|first|until)(?!\w))/g
const isPlain = (name: string): boolean => /^[a-z]+$/.test(name)
/** A name alone, or with its inputs. */
const NAMED = /^([A-Za-z][\w-]{0,79})((?:\(.{0,2000}\))?)$/

/** Whether a name is no word that a text would use for anything else. */
const isDistinct = (name: string): boolean => /_|[a-z][A-Z]/.test(name) || ['Bash', 'Glob', 'Grep'].includes(name)

/** The other agent's name for a tool; null where it has none, undefined where the name is unknown. */
function nameIn(to: ToolTable, from: readonly ToolTable[], name: string): string | null | undefined {
  const [, server, tool] = /^mcp__(\w{1,60}?)__(\w{1,80})$/.exec(name) ?? []
  if (server !== undefined && tool !== undefined)
    return to.mcp === undefined ? null : to.mcp.replace('{server}', () => server).replace('{tool}', () => tool)
  const purposes = from
    .map((table) => own(offered(table), name) ?? own(table.former ?? {}, name))
    .find((one) => one !== undefined)
  if (purposes === undefined) return undefined
  const names = Object.entries(offered(to))
  const found = purposes.map((one) => names.find(([, all]) => all.includes(one))).find((entry) => entry !== undefined)
  return found?.[0] ?? null
}

const offered = ({ names, withWindow }: ToolTable): ToolTable['names'] => ({ ...names, ...withWindow })

/** A tool may be named `toString`. */
const own = (names: ToolTable['names'], name: string): readonly ToolPurpose[] | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined
