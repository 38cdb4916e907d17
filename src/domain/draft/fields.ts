import { valueText } from '../json-value.ts'
import { commandTemplate, type NoTemplate } from './command-template.ts'
import { patternOf } from './file-patterns.ts'
import type { Sample } from './generalise.ts'
import { isInstance } from './instance.ts'
import type { Slots } from './slots.ts'
import type { Ranked } from './step-actions.ts'
import type { Template } from './template.ts'

/** The inputs of a step by name, and why it has no command if a command it is. */
export interface Fields {
  readonly fields: Readonly<Record<string, Template>>
  readonly unfit?: string
}

/** Generalises actions with one head, field by field: equal parts stay, varying parts become slots. */
export function fieldsOf(all: readonly Ranked[], slots: Slots): Fields {
  return all[0]?.action.kind === 'RUN' ? runFields(all, slots) : { fields: plainFields(all, slots) }
}

/** The command, if it can stand as it ran, and its folder. */
function runFields(all: readonly Ranked[], slots: Slots): Fields {
  const command = commonCommand(all, slots)
  const dirs = all.map(({ rank, action }) => ({
    rank,
    text: String(action.input.dir ?? ''),
  }))
  const dir = dirs.every(({ text }) => text === '') ? {} : { dir: oneOrSlot(dirs, 'dir', slots) }
  return 'why' in command ? { fields: dir, unfit: command.why } : { fields: { command, ...dir } }
}

/** The full form of the command if all runs typed the same, else a template of the bare forms. */
function commonCommand(all: readonly Ranked[], slots: Slots): Template | NoTemplate {
  const typed = all.flatMap(({ rank, action }) => (action.typed === undefined ? [] : [{ rank, ...action.typed }]))
  if (typed.length < all.length) return { why: 'its line could not be read command by command' }
  const words = (form: 'full' | 'bare') =>
    typed.map((one) => ({ rank: one.rank, words: one[form].map(({ text }) => text) }))
  const full = words('full')
  const same = new Set(full.map(({ words }) => words.join(' '))).size === 1
  const whole = same ? commandTemplate(full, slots) : undefined
  return whole === undefined || 'why' in whole ? commandTemplate(words('bare'), slots) : whole
}

function plainFields(all: readonly Ranked[], slots: Slots): Record<string, Template> {
  const kind = all[0]?.action.kind
  const names = [...new Set(all.flatMap(({ action }) => Object.keys(action.input)))].sort()
  const usual = names.filter((name) => all.filter(({ action }) => name in action.input).length * 2 > all.length)
  return Object.fromEntries(
    usual.map((name): [string, Template] => {
      const samples = all.map(({ rank, action }) => ({ rank, text: valueText(action.input[name]) }))
      const hint = kind === 'CALL' || name !== 'path' ? name : (PLACES[kind!] ?? 'file')
      if (name === 'path' && isOnePattern(all))
        return [name, samePlace(samples, slots) ?? oneOrSlot(samples, hint, slots)]
      const ofOne = kind === 'CALL' && all.some(({ action }) => isInstance(name, action.input[name]))
      return [name, ofOne ? [slots.of(samples, hint)] : oneOrSlot(samples, hint, slots)]
    }),
  )
}

/** Whether the files are of one pattern, so that the common parts of the path can stay: one in each run, or several that are new. */
function isOnePattern(all: readonly Ranked[]): boolean {
  const patterns = new Set(all.map(({ action }) => patternOf(action)))
  const files = new Map(all.map(({ rank, action }) => [rank, action.exact]))
  return (
    patterns.size === 1 &&
    !patterns.has('') &&
    all.every(({ rank, action }) => action.kind === 'WRITE' || files.get(rank) === action.exact)
  )
}

function samePlace(samples: readonly Sample[], slots: Slots): Template | undefined {
  const texts = samples.map(({ text }) => text)
  if (texts.every((text) => text === texts[0])) return undefined
  const start = texts[0]!.lastIndexOf('/') + 1
  const tail = /(?<![\w.-])[\w.-]+$/.exec(texts[0]!)?.[0] ?? ''
  const ending = /(?:[._-](?:test|spec))?\.[\w.-]+/.exec(tail)?.[0] ?? ''
  const names = samples.map(({ rank, text }) => ({ rank, text: text.slice(start, text.length - ending.length) }))
  return [texts[0]!.slice(0, start), slots.of(names, 'name'), ending]
}

/**
 * Names for a varying path by kind of action, else `file`; the path is one placeholder, as a list of files reads
 * better.
 */
const PLACES: Readonly<Record<string, string>> = { LIST: 'dir', SEARCH: 'place' }

const oneOrSlot = (samples: readonly Sample[], hint: string, slots: Slots): Template =>
  samples.every(({ text }) => text === samples[0]!.text) ? [samples[0]!.text] : [slots.of(samples, hint)]
