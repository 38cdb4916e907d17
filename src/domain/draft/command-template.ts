import { type Sample, unify, unifyPaths } from './generalise.ts'
import { impersonal } from './impersonal.ts'
import { placeholderName, queryName } from './placeholder.ts'
import { inertCode } from './quote.ts'
import type { Slots } from './slots.ts'
import type { Template } from './template.ts'

/** The words of one command as they were typed, and the rank of the run that gave it. */
export interface RankedWords {
  readonly rank: number
  readonly words: readonly string[]
}

/**
 * Several commands as one with placeholders. Filled with the values that a run had there, it is that run's command again,
 * word for word with its quotes; undefined where that cannot be said in text that is inert everywhere.
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

/** Whether commands differ in the values of single words only. */
export function sameForm(commands: readonly RankedWords[]): boolean {
  return unify(commands.map(({ rank, words }) => ({ rank, words: words.map(closed) }))).every((piece) => {
    if ('constant' in piece) return true
    const widths = new Set(piece.gap.map(({ text }) => (text === '' ? 0 : text.split(' ').length)))
    return widths.size === 1
  })
}

/** A quoted word may hold blanks; while words are compared they are another character. */
const closed = (word: string): string => word.replaceAll(' ', '\u0001')
const opened = (word: string): string => word.replaceAll('\u0001', ' ')

/** Several words in a row, as many as each run had; undefined where they are of several sorts. */
function manyName(words: readonly string[]): string | undefined {
  if (words.every((word) => /^--?[A-Za-z]/.test(word))) return 'options'
  if (words.every(isPath)) return 'files'
  return words.every((word) => /^[A-Za-z_]\w*=/.test(word)) ? 'variables' : undefined
}

/** What one word is in each run: its quotes, its option and its folders stay where all have them. */
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

/** The words in common of a quoted text stay where they are most of it. */
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

/** `users.test.ts` and `orders.test.ts` are `<name>.test.ts`: what is in common around the part that varies stays. */
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

export const isPath = (text: string): boolean =>
  (text.includes('/') && !/[:='"]/.test(text)) || /^[\w.-]+\.[a-z]\w{0,5}$/i.test(text)

/** By what the values are where that is plain, else by where they stand. */
function nameOf(samples: readonly Sample[], before: readonly string[]): string {
  const place = placeholderName(before)
  if (place !== undefined && place !== 'test' && place !== 'package') return place
  if (samples.every(({ text }) => isPath(text)))
    return samples.some(({ text }) => /\.\w+$/.test(text)) ? 'file' : 'path'
  return place ?? (samples.every(({ text }) => /\s/.test(text)) ? 'text' : 'value')
}

/** What of one person or one day a word holds, as the name of a placeholder. */
function personalKind(text: string): string | undefined {
  const plain = impersonal(text)
  if (plain === text || text.length > 1_000) return undefined
  return /\((number|date|id|address)\)/.exec(plain)?.[1] ?? 'path'
}

/** Whether what stays as it is can be shown as it is: nothing in it is markup, a template or a variable of an engine. */
function isInert(template: Template): boolean {
  const text = template.map((part) => (typeof part === 'string' ? part : '_')).join('')
  const outside = text.replace(/[<>]/g, '_')
  return inertCode(outside) === outside && !/<[A-Za-z/!?]/.test(text) && text.length <= MAX_COMMAND
}

/** Longer commands are left out whole: half of one cannot be pasted. */
const MAX_COMMAND = 240
