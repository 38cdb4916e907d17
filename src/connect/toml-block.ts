import { isDeepStrictEqual } from 'node:util'
import { parse, TomlError } from 'smol-toml'
import { WaylandError } from '../domain/errors.ts'

export type TomlTable = Readonly<Record<string, unknown>>

/** A byte order mark, which is no part of the TOML and stays first. */
export const MARK = '\uFEFF'

/** The values of a TOML file. Throws `bad_file` naming file and line. */
export function tomlValues(text: string, file: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/, '')) as TomlTable
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [what] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw new WaylandError('bad_file', `${file}:${error.line}: is not TOML (${what})`, { cause: error })
  }
}

/** Whether two TOML values are equal, keys in the same order. */
export const isSame = (a: TomlTable, b: TomlTable): boolean => written(a) === written(b)

/** Whether two TOML values are equal, keys in any order. */
export const isAlike = (a: TomlTable, b: TomlTable): boolean =>
  isDeepStrictEqual(JSON.parse(written(a)), JSON.parse(written(b)))

const written = (values: TomlTable): string =>
  JSON.stringify(values, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

/**
 * The text with a block of ours between two comments of its own: at the `top`, where keys belong to no table, or at the
 * `end`, where tables may follow. Replaces an earlier block of that name.
 */
export function withBlock(text: string, name: string, body: readonly string[], where: 'top' | 'end'): string {
  const bare = withoutBlock(text, name)
  const eol = bare.includes('\r\n') ? '\r\n' : '\n'
  const block = [begin(name), ...body, end(name), ''].join(eol)
  if (where === 'end') {
    // A last line without a line end stays without: the removal of the block then restores the exact bytes.
    const isOpen = bare !== '' && !bare.endsWith('\n')
    return isOpen ? bare + eol + block.slice(0, -eol.length) : bare + block
  }
  // A byte order mark and the line that names the file's schema stay first.
  const first = /^\uFEFF?(?:#:[^\n]*\n)?/.exec(bare)?.[0].length ?? 0
  return bare.slice(0, first) + block + bare.slice(first)
}

export function withoutBlock(text: string, name: string): string {
  if (text.startsWith(MARK)) return MARK + withoutBlock(text.slice(1), name)
  const [from, last] = blockIn(text, name)
  if (last === null) return text
  const rest = text.slice(from)
  const isOpen = last[1] === ''
  const before = text.slice(0, from)
  return (isOpen ? before.replace(/\r?\n$/, '') : before) + rest.slice(last.index + last[0].length)
}

/** Where the last block of that name begins, and the line that ends it; a text may quote the one line or the other. */
function blockIn(text: string, name: string): readonly [from: number, last: RegExpExecArray | null] {
  for (const { index } of [...text.matchAll(new RegExp(lineOf(begin(name)), 'gm'))].reverse()) {
    const last = lineOf(end(name)).exec(text.slice(index))
    if (last !== null) return [index, last]
  }
  return [0, null]
}

export const hasBlock = (text: string, name: string): boolean => withoutBlock(text, name) !== text

const begin = (name: string): string => `# >>> wayland-core ${name}: "wayland-core uninstall codex" removes these lines`
const end = (name: string): string => `# <<< wayland-core ${name}`
const lineOf = (line: string): RegExp => new RegExp(`^${line}\\r?(\\n|$)`, 'm')
