import { code } from './draft/quote.ts'
import { plainName } from './draft/slots.ts'

/** A default of a skill that an argument takes the place of. */
export interface Replaced {
  /** The name in its plain form: lower-case words with hyphens. */
  readonly name: string
  /** The values that the text states. */
  readonly defaults: readonly string[]
  readonly given: string
}

/**
 * The defaults that a text states and that arguments replace, in the order of the arguments. Only what is sure: a value
 * that is given by name (`name=value`, `--name value`, `name: value`), or by its place where the text has
 * `$ARGUMENTS[N] (default: x)`. Values that are the default anyway are left out.
 */
export function replacedDefaults(body: string, args: string, words: readonly string[]): readonly Replaced[] {
  if (args === '') return []
  const given = givenByName(words)
  words.slice(0, MAX_PLACES).forEach((word, index) => {
    given.set(String(index), word)
  })
  const stated = new Map<string, readonly string[]>()
  // The first statement of a name counts.
  for (const { name, values } of statedDefaults(body)) if (!stated.has(name)) stated.set(name, values)
  return [...given].flatMap(([name, value]) => {
    const defaults = stated.get(name)
    return defaults === undefined || defaults.includes(value) ? [] : [{ name, defaults, given: value }]
  })
}

/** A replaced default as a line for the model and the person. */
export const replacedText = ({ name, defaults, given }: Replaced): string =>
  `${/^\d+$/.test(name) ? `argument ${Number(name) + 1}` : code(name, MAX_NAME)}: ${code(given, MAX_SHOWN)} in place of ${defaults.map((one) => code(one, MAX_SHOWN)).join(', ')}`

const MAX_NAME = 40
const MAX_SHOWN = 60
/** Arguments that are known by their position. */
const MAX_PLACES = 20
/** Longer lines state no default that a person would look for. */
const MAX_LINE = 400
const MAX_LINES = 5_000

interface Stated {
  readonly name: string
  readonly values: readonly string[]
}

const VALUE = String.raw`(?:\`([^\`]{1,80})\`|"([^"]{1,80})"|'([^']{1,80})'|([\w./:@+-]{1,80}))`
/** A placeholder, an option or a word, in backticks or not. */
const NAME = String.raw`\`?(?:<([\w-]{1,40})>|\$ARGUMENTS\[(\d{1,2})\]|-{0,2}([A-Za-z][\w-]{0,39}))(?: <[\w-]{1,40}>)?\`?`

/** The forms in which texts state defaults, with the name in groups 1 to 3 and the value in the four after it. */
const FORMS: readonly RegExp[] = [
  // `<branch>` (default: `main`)
  new RegExp(`${NAME} ?\\((?:by )?default(?:s to|:| is)? ${VALUE}\\)`, 'gi'),
  // `--port` defaults to 8080; the port is 8080 by default
  new RegExp(`${NAME} (?:defaults to|is by default) ${VALUE}`, 'gi'),
  new RegExp(`${NAME} is ${VALUE} by default`, 'gi'),
  // Default branch: `main`
  new RegExp(`(?<![\\w-])default ${NAME}(?: is|:) ${VALUE}`, 'gi'),
]

/** As a draft lists the inputs that vary: "- `<branch>`: `main`, `develop` mostly". */
const DRAFTED = /^- `<([\w-]{1,40})>`: ((?:`[^`]{1,80}`(?:, )?){1,8}) (?:each time|mostly)$/

function* statedDefaults(body: string): Generator<Stated> {
  for (const line of body.split(/\r?\n/, MAX_LINES)) {
    if (line.length > MAX_LINE) continue
    const [, slot, values = ''] = DRAFTED.exec(line) ?? []
    if (slot !== undefined)
      yield { name: slot, values: [...values.matchAll(/`([^`]{1,80})`/g)].map(([, value = '']) => value) }
    if (!/default/i.test(line)) continue
    for (const form of FORMS)
      for (const [, placeholder, place, word = '', ...found] of line.matchAll(form)) {
        const value = found.find((one) => one !== undefined) ?? ''
        // A sentence may end at the value.
        const plain = found[3] === undefined ? value : value.replace(/[.:]{1,3}$/, '')
        if (plain !== '') yield { name: place ?? plainName(placeholder ?? word), values: [plain] }
      }
  }
}

/** Values with their names in plain form; the last of a name counts. */
function givenByName(words: readonly string[]): Map<string, string> {
  const given = new Map<string, string>()
  words.forEach((word, index) => {
    const next = words[index + 1]
    const [, name, value] = /^-{0,2}([A-Za-z][\w-]{0,39})=([\s\S]+)$/.exec(word) ?? []
    if (name !== undefined && value !== undefined) given.set(plainName(name), value)
    const [, long, short] = /^(?:--([A-Za-z][\w-]{0,39})|([A-Za-z][\w-]{0,39}):)$/.exec(word) ?? []
    const before = long ?? short
    if (before !== undefined && next !== undefined && !next.startsWith('--')) given.set(plainName(before), next)
  })
  return given
}
