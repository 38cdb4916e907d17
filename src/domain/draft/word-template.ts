import { type Sample, unify, unifyPaths } from './generalise.ts'
import { impersonal } from './impersonal.ts'
import { isInstance } from './instance.ts'
import { bodyName, placeholderName, queryName } from './placeholder.ts'
import { isBody } from './shell-word.ts'
import { plainName, type Slots } from './slots.ts'
import type { Template } from './template.ts'

/**
 * The template of one word of a command, `before` being the words before it: what all runs have stays, with quotes,
 * option names and folders, and what differs or belongs to one run becomes a placeholder.
 */
export function wordTemplate(samples: readonly Sample[], before: readonly string[], slots: Slots): Template {
  const texts = samples.map(({ text }) => text)
  const inside = (start: string, end: string) =>
    samples.map(({ rank, text }) => ({
      rank,
      text: text.slice(start.length, text.length - end.length),
    }))
  const [start, end] = marksOf(texts)
  if (start !== '') {
    const name = isBody(start) ? bodyName(before) : undefined
    return [start, ...textTemplate(inside(start, end), (some) => name ?? nameOf(some, before), slots), end]
  }
  const option = /^-[^=]+=/.exec(texts[0]!)?.[0] ?? /^[A-Za-z_]\w*=/.exec(texts[0]!)?.[0]
  if (option !== undefined && texts.every((text) => text.startsWith(option) && text.length > option.length))
    return [option, ...wordTemplate(inside(option, ''), [...before, option], slots)]
  const name = nameOf(samples, before)
  const isSame = texts.every((text) => text === texts[0])
  if (isSame && (before.length === 0 || !isOfOneRun(texts[0]!, name))) return [texts[0]!]
  return texts.every(isPath)
    ? pathTemplate(samples, name, slots)
    : [slots.of(samples, isSame ? kind(name, texts[0]!) : name)]
}

const kind = (name: string, text: string): string => (/^(?:value|text)$/.test(name) ? kindOfOneRun(text) : name)

/** The quotes around all of the texts, or the first and last line break of here-documents with their end; else ''. */
function marksOf(texts: readonly string[]): readonly [start: string, end: string] {
  const [first = ''] = texts
  const [start, end] = isBody(first) ? ['\n', /\n[^\n]*$/.exec(first)![0]] : [first[0] ?? '', first[0] ?? '']
  const isAround = (start === '\n' || start === '"' || start === "'") && !first.startsWith(end + end)
  return isAround &&
    texts.every((text) => text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end))
    ? [start, end]
    : ['', '']
}

/** Most words of a quoted text that are compared; of a longer one nothing stays. */
const MAX_COMPARED = 400
/** Most values of a text of several lines; one with more is prose, and one value. */
const MAX_VALUES = 2

/** The template of a quoted text: common words stay if they are at least half of it; else it is one placeholder. */
function textTemplate(
  samples: readonly Sample[],
  nameOf: (samples: readonly Sample[]) => string,
  slots: Slots,
): Template {
  const [{ text: first }] = samples as readonly [Sample]
  const isSame = samples.every(({ text }) => text === first)
  const whole = (): Template => [slots.of(samples, isSame ? kind(nameOf(samples), first) : nameOf(samples))]
  if (isSame) return isOfOneRun(first, nameOf(samples)) ? whole() : [first]
  const lists = samples.map(({ rank, text }) => ({
    rank,
    words: text.split(/(\s+)/).filter((word) => word !== ''),
  }))
  const longest = Math.max(...lists.map(({ words }) => words.length))
  // The text of a message, several lines with an end of their own, is one value.
  if (longest > MAX_COMPARED || samples.some(({ text }) => /^\$\(cat <</.test(text))) return whole()
  const pieces = unify(lists)
  const constants = pieces.flatMap((piece) => ('constant' in piece ? [piece.constant] : []))
  const said = constants.filter((word) => /\S/.test(word)).length
  const tight = pieces.every((piece) => 'constant' in piece || piece.gap.every(({ text }) => /^\S+$/.test(text)))
  const own = constants.join('')
  // Blanks between the words count as words here.
  const apart = /\n/.test(first) && pieces.length - constants.length > MAX_VALUES
  if (!tight || apart || said < 2 || said * 4 < longest || impersonal(own) !== own) return whole()
  let before = ''
  return pieces.flatMap((piece): Template => {
    if (!('constant' in piece)) return gapTemplate(piece.gap, before, slots)
    if (/\S/.test(piece.constant)) before = piece.constant
    return [piece.constant]
  })
}

/** A varying word of a text: what opens or closes around its value stays, as in `number:<number>)`. */
function gapTemplate(samples: readonly Sample[], before: string, slots: Slots): Template {
  const texts = samples.map(({ text }) => text)
  const start = /^.*[=:(["'{]/.exec(commonStart(texts))?.[0] ?? ''
  const end = /[)\]}"',;][\s\S]*/.exec(commonEnd(texts).split('\n').at(-1)!)?.[0] ?? ''
  const fits = texts.every((text) => text.length > start.length + end.length)
  const [head, tail] = fits ? [start, end] : ['', '']
  const values = samples.map(({ rank, text }) => ({
    rank,
    text: text.slice(head.length, text.length - tail.length),
  }))
  const key = /(?<!\w)(\w+)[:=]["']?$/.exec(head === '' ? before : head)?.[1]
  const slot = slots.of(values, queryName(before) ?? key ?? 'value')
  return [head, slot, tail].filter((part) => part !== '')
}

function pathTemplate(samples: readonly Sample[], name: string, slots: Slots): Template {
  const pieces = unifyPaths(samples)
  // A folder that only some paths have makes no common path.
  if (pieces.some((piece) => 'gap' in piece && piece.gap.some(({ text }) => text === '')))
    return [slots.of(samples, name)]
  return pieces.flatMap((piece, i): Template => {
    const last = i === pieces.length - 1
    if ('constant' in piece) return constantPath(piece.constant, samples, last ? name : 'dir', slots)
    return last ? lastParts(piece.gap, name, slots) : [slots.of(piece.gap, 'dir')]
  })
}

/** The end of paths in which they differ: a placeholder for each part where all have as many, `<number>/<name>`. */
function lastParts(samples: readonly Sample[], name: string, slots: Slots): Template {
  const parts = samples.map(({ text }) => text.split('/'))
  const depth = parts[0]!.length
  const isEven = depth > 1 && parts.every((list) => list.length === depth && list.every((part) => part !== ''))
  if (!isEven || !parts.every(([first]) => /^\d+$/.test(first!))) return withAffixes(samples, name, slots)
  return parts[0]!.flatMap((_, at): Template => {
    const column = samples.map(({ rank }, row) => ({ rank, text: parts[row]![at]! }))
    const isLast = at === depth - 1
    if (isLast) return withAffixes(column, name === 'path' ? 'name' : name, slots)
    return [slots.of(column, column.every(({ text }) => /^\d+$/.test(text)) ? 'number' : 'dir'), '/']
  })
}

/** The common part of paths, with placeholders for the names that hold a date or an id. */
function constantPath(text: string, samples: readonly Sample[], name: string, slots: Slots): Template {
  return text.split(/(?<=\/)/).map((part) => {
    const own = part.replace(/\/$/, '')
    return isOfOneRun(own, '')
      ? slots.of(
          samples.map(({ rank }) => ({ rank, text: part })),
          own === part ? name : 'dir',
        )
      : part
  })
}

/**
 * The template of a file name with a common prefix and suffix: `users.test.ts`, `orders.test.ts` → `<name>.test.ts`.
 * A number of two digits or more, such as part of a date, belongs to the value.
 */
function withAffixes(samples: readonly Sample[], name: string, slots: Slots): Template {
  const texts = samples.map(({ text }) => text)
  if (texts.some((text) => text === '' || text.includes('/'))) return [slots.of(samples, name)]
  const suffix = /[._-].*/.exec(commonEnd(texts).split('\n').at(-1)!)?.[0].replace(/^.*\d\d(?=[._-])/, '') ?? ''
  const prefix = /^.*[._-]/.exec(commonStart(texts))?.[0].replace(/(?:^|(?<=[._-]))\d\d[\s\S]*/, '') ?? ''
  const telling = prefix !== '' || /[._-].*[._-]/.test(suffix)
  const shortest = Math.min(...texts.map((text) => text.length))
  if (!telling || prefix.length + suffix.length >= shortest) return [slots.of(samples, name)]
  const middle = samples.map(({ rank, text }) => ({
    rank,
    text: text.slice(prefix.length, text.length - suffix.length),
  }))
  return [...(prefix === '' ? [] : [prefix]), slots.of(middle, 'name'), ...(suffix === '' ? [] : [suffix])]
}

function commonStart([first = '', ...rest]: readonly string[]): string {
  let end = first.length
  for (const text of rest) while (!text.startsWith(first.slice(0, end))) end--
  return first.slice(0, end)
}

function commonEnd([first = '', ...rest]: readonly string[]): string {
  let start = 0
  for (const text of rest) while (!text.endsWith(first.slice(start))) start++
  return first.slice(start)
}

/** A branch by the kind of its change. */
export const BRANCH = /^(?:chore|feat|feature|fix|hotfix|perf|refactor)\/[\w/#-]+$/

/** Whether a word looks like a path or a file name. */
export const isPath = (text: string): boolean =>
  (text.includes('/') && !/[\s:='"$`]/.test(text)) || /^[\w.-]+\.[a-z]\w{0,5}$/i.test(text)

/** The placeholder name: from the position in the command; paths are `file` or `path` even as a test or package. */
function nameOf(samples: readonly Sample[], before: readonly string[]): string {
  const key = /^([A-Za-z_]\w*)=$/.exec(before.at(-1) ?? '')?.[1]
  if (key !== undefined) return plainName(key)
  const place = placeholderName(
    before.map((word, i) => (i === before.length - 1 ? word.replace(/(?<=^-.*)=$/, '') : word)),
  )
  if (place !== undefined && place !== 'test' && place !== 'package') return place
  if (samples.every(({ text }) => BRANCH.test(text))) return 'branch'
  if (samples.every(({ text }) => isPath(text)))
    return samples.some(({ text }) => /\.\w+$/.test(text)) ? 'file' : 'path'
  return place ?? (samples.every(({ text }) => /\s/.test(text)) ? 'text' : 'value')
}

/**
 * Whether a text holds a date, a number, an id or a person of one run, which is no constant of a step although all runs
 * have it. `name` is that of its place in the command, '' if it has none.
 */
function isOfOneRun(text: string, name: string): boolean {
  if (impersonal(text) !== text || PART_OF_DATE.test(text)) return true
  return name === 'number' ? /^#?\d+$/.test(text) : !/[\s/]/.test(text) && isInstance(name, text)
}

/** The name of a placeholder for such a text. */
const kindOfOneRun = (text: string): string => /\((number|date|id|address)\)/.exec(impersonal(text))?.[1] ?? 'value'

/** A year with its month. */
const PART_OF_DATE = /(?<!\d)(?:19|20)\d\d[-_/](?:0[1-9]|1[0-2])(?!\d)/
