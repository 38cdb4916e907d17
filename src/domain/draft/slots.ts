import type { Sample } from './generalise.ts'

/** The values that most runs had for a placeholder, in the order of one run. */
export interface UsualValues {
  readonly values: readonly string[]
  /** All runs with the placeholder had exactly these values. */
  readonly always: boolean
}

/** A placeholder: a value that varies between runs, with one name in all steps. */
export interface Slot {
  /** Without the angle brackets: lower-case words with hyphens. */
  readonly name: string
  /** The values of each run in its order, by rank; runs without a value are missing. */
  readonly values: ReadonlyMap<number, readonly string[]>
  /** The values that most runs had, if SKILL.md names them. */
  readonly usual?: UsualValues
}

/** Limit of slots of one name that are searched for one that contains all values. */
const MAX_ALIKE = 50

/** The placeholders of one procedure; samples with equal values share one. */
export class Slots {
  readonly #byName = new Map<string, readonly Slot[]>()
  readonly #byValues = new Map<string, Slot>()
  readonly #names = new Map<string, number>()

  /** Returns the slot for these samples; a new one is named after `hint`, or after the kind of its values. */
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

  /**
   * A slot of the same name that contains all these values in every run: edited files are mostly some of those read.
   */
  #within(values: ReadonlyMap<number, readonly string[]>, name: string): Slot | undefined {
    if (values.size === 0 || GENERAL.has(name)) return undefined
    return this.#byName
      .get(name)
      ?.find(
        (slot) =>
          slot.values.size === values.size &&
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

/** Names by the form of the values, used if the position gives only a general name. */
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

/** A name in the form of placeholders: lower-case words with hyphens, at most 32 characters. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 32)

const GENERAL = new Set(['value', 'argument', 'arguments'])
/** Tag prefixes that some engine interprets whatever follows. */
const BEGINS_RESERVED = /^(?:system|script|img|skill|assistant)-/
/** Names that could be read as tags of a prompt or of HTML. */
const RESERVED =
  /^(system|user|assistant|human|tool|tools|skill|skills|instructions?|prompt|script|style|iframe|img|a|b|i|p|body|html|svg|important|command|function|result|thinking|context|details|summary|code|pre|input|form|object|embed|link|meta|base)$/
