import type { Action } from './actions.ts'
import { type Piece, type Sample, unify, unifyPaths } from './generalise.ts'
import type { Slots } from './slots.ts'
import type { Template } from './template.ts'

/** An action and the rank of the run that did it. */
export interface Ranked {
  readonly rank: number
  readonly action: Action
}

/** What actions of one sort have in common, by field: constants stay, what differs becomes a slot. */
export function fieldsOf(all: readonly Ranked[], slots: Slots): Readonly<Record<string, Template>> {
  return all[0]?.action.kind === 'RUN' ? runFields(all, slots) : plainFields(all, slots)
}

function runFields(all: readonly Ranked[], slots: Slots): Record<string, Template> {
  const pieces = unify(
    all.map(({ rank, action }) => ({ rank, words: [...words(action.input.env), ...words(action.input.argv)] })),
  )
  const parts = pieces.flatMap((piece, i): Template[] => {
    const part = 'constant' in piece ? [piece.constant] : gap(piece.gap, hintAfter(pieces[i - 1]), slots)
    return part.length === 0 ? [] : [part]
  })
  const command = parts.flatMap((part, i): Template => (i === 0 ? part : [' ', ...part]))
  const dirs = all.map(({ rank, action }) => ({ rank, text: String(action.input.dir ?? '') }))
  return { command, ...(dirs.every(({ text }) => text === '') ? {} : { dir: oneOrSlot(dirs, 'dir', slots) }) }
}

const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** `-run X`: what stands after an option is named after it. */
function hintAfter(before: Piece | undefined): string {
  if (before === undefined || !('constant' in before)) return 'arguments'
  const option = /^--?([A-Za-z][\w-]*)$/.exec(before.constant)?.[1]
  if (option === 'm') return 'message'
  return option !== undefined && option.length > 2 ? option : 'arguments'
}

/** What stands in a gap: nothing where most runs have nothing, one text where those that have any agree, else a slot. */
function gap(samples: readonly Sample[], hint: string, slots: Slots): Template {
  const filled = samples.filter(({ text }) => text !== '')
  if (filled.length * 2 <= samples.length) return []
  if (filled.every(({ text }) => text === filled[0]!.text)) return [filled[0]!.text]
  const texts = samples.map(({ text }) => text)
  const columns = texts.map((text) => text.split(' '))
  const width = columns[0]!.length
  if (width > 1 && columns.every((row) => row.length === width)) {
    // As many words in every run: they stand for each other one by one, as source and target do.
    return columns[0]!.flatMap((_, at): Template => {
      const one = samples.map(({ rank }, k) => ({ rank, text: columns[k]![at]! }))
      return [...(at === 0 ? [] : [' ']), ...gap(one, at === 0 ? hint : 'arguments', slots)]
    })
  }
  const single = texts.every((text) => text !== '' && !/\s/.test(text))
  const option = single ? /^[^=]+=/.exec(texts[0]!)?.[0] : undefined
  if (option !== undefined && texts.every((text) => text.startsWith(option))) {
    const rest = samples.map(({ rank, text }) => ({ rank, text: text.slice(option.length) }))
    return [option, slots.of(rest, option.replace(/^-+|=$/g, ''))]
  }
  if (single && texts.every(isPath)) return pathTemplate(samples, hint === 'arguments' ? sortOf(texts) : hint, slots)
  return [slots.of(samples, hint)]
}

const isPath = (text: string): boolean =>
  (text.includes('/') && !/[:=]/.test(text)) || /^[\w.-]+\.[a-z]\w{0,5}$/i.test(text)

/** Most arguments that are paths are files; folders have no ending. */
const sortOf = (paths: readonly string[]): string => (paths.some((path) => /\.\w+$/.test(path)) ? 'file' : 'path')

function pathTemplate(samples: readonly Sample[], hint: string, slots: Slots): Template {
  const pieces = unifyPaths(samples)
  return pieces.map((piece, i) =>
    'constant' in piece ? piece.constant : slots.of(piece.gap, i < pieces.length - 1 ? 'dir' : hint),
  )
}

function plainFields(all: readonly Ranked[], slots: Slots): Record<string, Template> {
  const kind = all[0]?.action.kind
  const names = [...new Set(all.flatMap(({ action }) => Object.keys(action.input)))].sort()
  const usual = names.filter((name) => all.filter(({ action }) => name in action.input).length * 2 > all.length)
  return Object.fromEntries(
    usual.map((name): [string, Template] => {
      const samples = all.map(({ rank, action }) => ({ rank, text: asText(action.input[name]) }))
      const hint = kind === 'CALL' || name !== 'path' ? name : (PLACES[kind!] ?? 'file')
      return [name, oneOrSlot(samples, hint, slots)]
    }),
  )
}

/** What a path stands for. A list of files reads better whole: where they lie is said with the placeholder. */
const PLACES: Readonly<Record<string, string>> = { LIST: 'dir', SEARCH: 'place' }

const oneOrSlot = (samples: readonly Sample[], hint: string, slots: Slots): Template =>
  samples.every(({ text }) => text === samples[0]!.text) ? [samples[0]!.text] : [slots.of(samples, hint)]

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
