import type { Sample } from './generalise.ts'

/** What most of the runs had in place of a placeholder, in the order of one of them. */
export interface UsualValues {
  readonly values: readonly string[]
  /** All runs that have the placeholder had these and nothing else. */
  readonly always: boolean
}

/** Something that varies from run to run, under one name wherever it stands. */
export interface Slot {
  /** Without the angle brackets: lower-case words with hyphens. */
  readonly name: string
  /** What each run had there, in its order, by the run's rank; runs that had nothing are missing. */
  readonly values: ReadonlyMap<number, readonly string[]>
  /** What most runs had, where SKILL.md names it. */
  readonly usual?: UsualValues
}

/** Slots of one name that are looked through for one that holds all values. */
const MAX_ALIKE = 50

/** The placeholders of one procedure: equal values across steps share one. */
export class Slots {
  readonly #byName = new Map<string, readonly Slot[]>()
  readonly #byValues = new Map<string, Slot>()
  readonly #names = new Map<string, number>()

  /** The slot for these samples; `hint` names it when it is new. */
  of(samples: readonly Sample[], hint: string): Slot {
    const values = byRank(samples)
    const identity = JSON.stringify([...values].map(([rank, texts]) => [rank, [...texts].sort()]))
    const name = nameFor(samples, hint)
    const known = this.#byValues.get(identity) ?? this.#within(values, name)
    if (known !== undefined) return known
    const slot = { name: this.#free(name), values }
    const alike = this.#byName.get(name) ?? []
    if (alike.length < MAX_ALIKE) this.#byName.set(name, [...alike, slot])
    this.#byValues.set(identity, slot)
    return slot
  }

  /** What is edited is mostly some of what was read: a slot of the same name that holds all these values in every run. */
  #within(values: ReadonlyMap<number, readonly string[]>, name: string): Slot | undefined {
    if (values.size === 0 || GENERAL.has(name)) return undefined
    return this.#byName
      .get(name)
      ?.find((slot) =>
        [...values].every(([rank, texts]) => texts.every((text) => slot.values.get(rank)?.includes(text) === true)),
      )
  }

  #free(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1
    this.#names.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

function byRank(samples: readonly Sample[]): Map<number, readonly string[]> {
  const values = new Map<number, Set<string>>()
  for (const { rank, text } of samples) {
    if (text !== '') values.set(rank, (values.get(rank) ?? new Set()).add(text))
  }
  return new Map([...values].sort(([a], [b]) => a - b).map(([rank, texts]) => [rank, [...texts]]))
}

/** What the values are, where the place they stand in does not say it. */
const SORTS: readonly (readonly [string, RegExp])[] = [
  ['url', /^[a-z]+:\/\/\S+$/i],
  ['version', /^v?\d+(\.\d+)+([.-]\w+)?$/],
  ['number', /^[#]?\d+$/],
  ['commit', /^(HEAD\S*|[0-9a-f]{7,40}|\S(?=\S*\.\.)\S*)$/],
  ['options', /^--?[A-Za-z]/],
]

function nameFor(samples: readonly Sample[], hint: string): string {
  const texts = samples.map(({ text }) => text).filter((text) => text !== '')
  const sort = GENERAL.has(hint)
    ? SORTS.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0]
    : undefined
  if (sort !== undefined) return sort
  const plain = plainName(hint)
  if (plain === '') return 'value'
  return RESERVED.test(plain) ? `${plain}-value` : BEGINS_RESERVED.test(plain) ? `its-${plain}` : plain
}

/** A name as placeholders have it: lower-case words with hyphens. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 32)

const GENERAL = new Set(['value', 'argument', 'arguments'])
/** Tags that some engine reads whatever follows their name. */
const BEGINS_RESERVED = /^(?:system|script|img|skill|assistant)-/
/** Names that would read as markup of a prompt or of a page. */
const RESERVED =
  /^(system|user|assistant|human|tool|tools|skill|skills|instructions?|prompt|script|style|iframe|img|a|b|i|p|body|html|svg|important|command|function|result|thinking|context|details|summary|code|pre|input|form|object|embed|link|meta|base)$/
