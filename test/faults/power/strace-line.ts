/**
 * A call that changed a file or a name, or had the disk keep it; `said` is a line of the traced program's on stdout. A
 * `sync` keeps what was done by the calls before `from`, an index into the list of calls: it had begun by then.
 */
export type Call =
  | { readonly kind: 'write'; readonly path: string; readonly at: number | 'end'; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'sync'; readonly path: string; readonly from: number; readonly dataOnly: boolean }
  | { readonly kind: 'said'; readonly words: string }

/** Where the next `write` to an open file goes. */
interface Opened {
  at: number
  readonly appends: boolean
}

/** Calls of the lines of strace (-f -y -xx) that concern files below a folder. Throws on a call that no rule is for. */
export function* callsOf(lines: Iterable<string>, below: string): Generator<Call> {
  const begun = new Map<string, { readonly text: string; readonly from: number }>()
  const opened = new Map<string, Opened>()
  const folder = hexOf(below)
  let [count, main] = [0, '']
  for (const line of lines) {
    const thread = line.slice(0, line.indexOf(' '))
    const words = line.slice(thread.length).trimStart()
    main ||= thread
    if (words.endsWith(UNFINISHED)) {
      begun.set(thread, { text: words.slice(0, -UNFINISHED.length), from: count })
      continue
    }
    const resumed = RESUMED.exec(words)
    const start = resumed === null ? undefined : begun.get(thread)
    const text = start === undefined ? words : start.text + words.slice(resumed?.[0].length)
    // A child of the program has a stdout of its own.
    const isSaid = thread === main && text.startsWith('write(1<')
    if (!isSaid && !text.includes(folder)) continue
    for (const call of callsIn(text, start?.from ?? count, opened)) {
      if (call.kind !== 'said' && !call.path.startsWith(below)) continue
      count++
      yield call
    }
  }
}

const UNFINISHED = ' <unfinished ...>'
const RESUMED = /^<\.\.\. \w+ resumed>/

/** What a finished call did: nothing where it failed. */
function callsIn(text: string, from: number, opened: Map<string, Opened>): readonly Call[] {
  const name = text.slice(0, text.indexOf('('))
  const end = text.slice(text.lastIndexOf(') '))
  const result = Number(/^\) += (\d+)/.exec(end)?.[1] ?? -1)
  if (result < 0) return []
  // Texts are hexadecimal, so that no quote is within them.
  const parts = text.split('"')
  if (parts.some((part, at) => at > 0 && at % 2 === 0 && part.startsWith('...')))
    throw new Error(`strace cut a text: ${text.slice(0, 200)}`)
  const [first, second] = parts.filter((_, at) => at % 2 === 1).map(bytesOf)
  const [, fd = '', shown = ''] = /^\w+\((\d+)<([^>]*)>/.exec(text) ?? []
  const path = bytesOf(shown).toString()
  const numbers = (/[\d, ]+$/.exec(text.slice(0, text.lastIndexOf(') ')))?.[0] ?? '').split(', ').filter(Boolean)
  const named = first?.toString() ?? ''
  switch (name) {
    case 'openat':
      return openOf(text, named, opened)
    case 'mkdir':
      return [{ kind: 'folder', path: named }]
    case 'rename':
    case 'link':
      return [{ kind: name, path: named, to: second?.toString() ?? '' }]
    case 'unlink':
    case 'rmdir':
      return [{ kind: 'remove', path: named }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path, from, dataOnly: name === 'fdatasync' }]
    case 'ftruncate':
      return [{ kind: 'truncate', path, size: Number(numbers[0]) }]
    case 'pwrite64':
      return [{ kind: 'write', path, at: Number(numbers[1]), bytes: (first ?? NONE).subarray(0, result) }]
    case 'write':
      return written(fd, path, (first ?? NONE).subarray(0, result), opened)
    default:
      throw new Error(`the simulated disk does not know ${text.slice(0, 200)}`)
  }
}

const NONE = Buffer.alloc(0)

function openOf(text: string, path: string, opened: Map<string, Opened>): readonly Call[] {
  const [, fd = '', shown = ''] = /^\) += (\d+)<([^>]*)>/.exec(text.slice(text.lastIndexOf(') '))) ?? []
  opened.set(`${fd} ${bytesOf(shown)}`, { at: 0, appends: text.includes('O_APPEND') })
  const made: Call[] = text.includes('O_CREAT') ? [{ kind: 'open', path }] : []
  return text.includes('O_TRUNC') ? [...made, { kind: 'truncate', path, size: 0 }] : made
}

function written(fd: string, path: string, bytes: Buffer, opened: Map<string, Opened>): readonly Call[] {
  if (fd === '1') {
    const lines = bytes.toString().trim().split('\n')
    return lines.map((words) => ({ kind: 'said', words }))
  }
  const where = opened.get(`${fd} ${path}`)
  if (where === undefined) throw new Error(`${path} was written to without having been opened`)
  const at = where.appends ? 'end' : where.at
  where.at += bytes.length
  return [{ kind: 'write', path, at, bytes }]
}

const hexOf = (text: string): string =>
  [...Buffer.from(text)].map((n) => `\\x${n.toString(16).padStart(2, '0')}`).join('')

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
