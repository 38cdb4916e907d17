import { type Sample, unify, unifyPaths } from './generalise.ts'
import { impersonal } from './impersonal.ts'
import { placeholderName, queryName } from './placeholder.ts'
import { inertCode } from './quote.ts'
import type { Slots } from './slots.ts'
import type { Template } from './template.ts'

/** The words of one command as typed, and the rank of its run. */
export interface RankedWords {
  readonly rank: number
  readonly words: readonly string[]
}

/**
 * Generalises commands to one template with placeholders from `slots`. Filled with the values of a run it gives that
 * run's command exactly, with its quotes; undefined if it would not be inert text in every engine, or is too long.
 */
export function commandTemplate(commands: readonly RankedWords[], slots: Slots): Template | undefined {
  const [first] = commands
  if (first === undefined) return undefined
  let at = 0
  let named = true
  const parts = unify(commands.map(({ rank, words }) => ({ rank, words: words.map(closed) }))).flatMap(
    (piece): Template[] => {
      if ('constant' in piece) {
        at++
        const text = opened(piece.constant)
        const kind = personalKind(text)
        return [
          kind === undefined
            ? [text]
            : [
                slots.of(
                  commands.map(({ rank }) => ({ rank, text })),
                  kind,
                ),
              ],
        ]
      }
      const columns = piece.gap.map(({ text }) => (text === '' ? [] : text.split(' ').map(opened)))
      const width = columns[0]!.length
      const from = at
      at += width
      if (columns.every((row) => row.length === width))
        return columns[0]!.map((_, i) => {
          const samples = piece.gap.map(({ rank }, k) => ({ rank, text: columns[k]![i]! }))
          return wordTemplate(samples, first.words.slice(0, from + i), slots)
        })
      const name = manyName(columns.flat())
      named &&= name !== undefined
      return [
        [
          slots.of(
            piece.gap.map(({ rank, text }) => ({ rank, text: opened(text) })),
            name ?? 'value',
          ),
        ],
      ]
    },
  )
  if (!named) return undefined
  const template = parts.flatMap((part, i): Template => (i === 0 ? part : [' ', ...part]))
  return isInert(template) ? template : undefined
}

/** Whether commands differ in single words only, at the same places. */
export function sameForm(commands: readonly RankedWords[]): boolean {
  return unify(commands.map(({ rank, words }) => ({ rank, words: words.map(closed) }))).every((piece) => {
    if ('constant' in piece) return true
    const widths = new Set(piece.gap.map(({ text }) => (text === '' ? 0 : text.split(' ').length)))
    return widths.size === 1
  })
}

/** Replaces blanks in quoted words by U+0001 while words are compared; `opened` restores them. */
const closed = (word: string): string => word.replaceAll(' ', '\u0001')
const opened = (word: string): string => word.replaceAll('\u0001', ' ')

/** The placeholder name for a varying number of words; undefined if they are of several kinds. */
function manyName(words: readonly string[]): string | undefined {
  if (words.every((word) => /^--?[A-Za-z]/.test(word))) return 'options'
  if (words.every(isPath)) return 'files'
  return words.every((word) => /^[A-Za-z_]\w*=/.test(word)) ? 'variables' : undefined
}

/** The template of one word: common quotes, option name and folders stay, the rest becomes a placeholder. */
function wordTemplate(samples: readonly Sample[], before: readonly string[], slots: Slots): Template {
  const texts = samples.map(({ text }) => text)
  const quote = texts[0]![0]!
  if (
    (quote === '"' || quote === "'") &&
    texts.every((text) => text.length > 1 && text.startsWith(quote) && text.endsWith(quote))
  ) {
    const inner = samples.map(({ rank, text }) => ({ rank, text: text.slice(1, -1) }))
    return inner.some(({ text }) => text === '')
      ? [slots.of(samples, nameOf(samples, before))]
      : [quote, ...quotedTemplate(inner, before, slots), quote]
  }
  const option = /^-[^=]+=/.exec(texts[0]!)?.[0] ?? /^[A-Za-z_]\w*=/.exec(texts[0]!)?.[0]
  if (option !== undefined && texts.every((text) => text.startsWith(option) && text.length > option.length)) {
    const rest = samples.map(({ rank, text }) => ({ rank, text: text.slice(option.length) }))
    return [option, ...wordTemplate(rest, [...before, option.slice(0, -1)], slots)]
  }
  if (texts.every(isPath)) return pathTemplate(samples, before, slots)
  return [slots.of(samples, nameOf(samples, before))]
}

/** The template of a quoted text: common words stay if they are at least half of it; else it is one placeholder. */
function quotedTemplate(samples: readonly Sample[], before: readonly string[], slots: Slots): Template {
  const lists = samples.map(({ rank, text }) => ({ rank, words: text.split(' ') }))
  const pieces = unify(lists)
  const constants = pieces.filter((piece) => 'constant' in piece).length
  const longest = Math.max(...lists.map(({ words }) => words.length))
  const tight = pieces.every((piece) => 'constant' in piece || piece.gap.every(({ text }) => /^\S+$/.test(text)))
  if (!tight || constants < 2 || constants * 2 < longest) return [slots.of(samples, nameOf(samples, before))]
  const parts = pieces.map((piece, i): Template => {
    if ('constant' in piece) return [piece.constant]
    const last = pieces[i - 1]
    const word = last !== undefined && 'constant' in last ? last.constant : undefined
    return [slots.of(piece.gap, queryName(word) ?? 'value')]
  })
  return parts.flatMap((part, i): Template => (i === 0 ? part : [' ', ...part]))
}

function pathTemplate(samples: readonly Sample[], before: readonly string[], slots: Slots): Template {
  const pieces = unifyPaths(samples)
  const name = nameOf(samples, before)
  return pieces.flatMap((piece, i): Template => {
    if ('constant' in piece) return [piece.constant]
    if (i < pieces.length - 1) return [slots.of(piece.gap, 'dir')]
    return withAffixes(piece.gap, name, slots)
  })
}

/**
 * The template of a file name with a common prefix and suffix: `users.test.ts`, `orders.test.ts` → `<name>.test.ts`.
 */
function withAffixes(samples: readonly Sample[], name: string, slots: Slots): Template {
  const texts = samples.map(({ text }) => text)
  if (texts.some((text) => text === '' || text.includes('/'))) return [slots.of(samples, name)]
  const suffix = /[._-].*/.exec(commonEnd(texts).split('\n').at(-1)!)?.[0] ?? ''
  const prefix = /^.*[._-]/.exec(commonStart(texts))?.[0] ?? ''
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

/** Whether a word looks like a path or a file name. */
export const isPath = (text: string): boolean =>
  (text.includes('/') && !/[:='"]/.test(text)) || /^[\w.-]+\.[a-z]\w{0,5}$/i.test(text)

/** The placeholder name: from the position in the command; paths are `file` or `path` even as a test or package. */
function nameOf(samples: readonly Sample[], before: readonly string[]): string {
  const place = placeholderName(before)
  if (place !== undefined && place !== 'test' && place !== 'package') return place
  if (samples.every(({ text }) => isPath(text)))
    return samples.some(({ text }) => /\.\w+$/.test(text)) ? 'file' : 'path'
  return place ?? (samples.every(({ text }) => /\s/.test(text)) ? 'text' : 'value')
}

/**
 * The placeholder name for a word with personal data, a date or an id (see `impersonal`); undefined for other words.
 */
function personalKind(text: string): string | undefined {
  const plain = impersonal(text)
  if (plain === text || text.length > 1_000) return undefined
  return /\((number|date|id|address)\)/.exec(plain)?.[1] ?? 'path'
}

/** Whether the constant text can be shown as it is: no markup, template or variable of an engine, and not too long. */
function isInert(template: Template): boolean {
  const text = template.map((part) => (typeof part === 'string' ? part : '_')).join('')
  const outside = text.replace(/[<>]/g, '_')
  return inertCode(outside) === outside && !/<[A-Za-z/!?]/.test(text) && text.length <= MAX_COMMAND
}

/** Characters. Longer commands are left out as a whole, because a truncated one cannot be pasted. */
const MAX_COMMAND = 240
