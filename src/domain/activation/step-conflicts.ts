import { headOf } from '../draft/command-head.ts'

/** A step that two skills do with different commands. */
export interface StepConflict {
  /** The other skill. */
  readonly skill: string
  /** What both do: their words for it, or the command that both begin with. */
  readonly step: string
  readonly here: string
  readonly there: string
}

/** Where a text does a step otherwise than one of the others, at most ten; the first command of a step counts. */
export function stepConflicts(
  text: string,
  others: readonly { readonly skill: string; readonly text: string }[],
): readonly StepConflict[] {
  const own = stepsIn(text)
  const found = others.flatMap(({ skill, text: other }) =>
    [...stepsIn(other)].flatMap(([step, there]) => {
      const here = own.get(step)
      return here === undefined || same(here) === same(there) ? [] : [{ skill, step: nameOf(step), here, there }]
    }),
  )
  // A step has a key by its words and one by its command.
  const distinct = new Map(found.map((one) => [JSON.stringify([one.skill, one.here, one.there]), one]))
  return [...distinct.values()].slice(0, MAX_CONFLICTS)
}

const MAX_CONFLICTS = 10
const MAX_LINES = 2_000
const MAX_LINE = 500

/** The commands of the steps of a text, each by what it does; of two that do the same, the first. */
function stepsIn(text: string): ReadonlyMap<string, string> {
  const steps = new Map<string, string>()
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const command = line.length > MAX_LINE || !ITEM.test(line) ? undefined : /`([^`]{2,300})`/.exec(line)?.[1]
    if (command === undefined) continue
    for (const key of [bySaying(line), byCommand(command)])
      if (key !== undefined && !steps.has(key)) steps.set(key, command)
  }
  return steps
}

const ITEM = /^\s{0,8}(?:\d{1,3}[.)]|[-*+])\s/

/** The words of a step without its code, where they say what it does. */
function bySaying(line: string): string | undefined {
  const words = line
    .replace(/`[^`]{0,300}`/g, ' ')
    .replace(/\([^()]{0,200}\)/g, ' ')
    .toLowerCase()
    .match(/\p{L}{2,40}/gu)
  const own = [...new Set(words?.filter((word) => !IDLE.has(word)))]
  const [only = ''] = own
  if (own.length === 1) return DEEDS.has(only) ? `${SAYS}${only.replace(/s$/, '')}` : undefined
  return own.length === 0 ? undefined : `${SAYS}${own.join(' ')}`
}

const SAYS = 'says '

/** Words that alone say what a step does. */
const DEEDS = new Set(
  'build builds test tests lint format deploy install release publish commit push migrate start typecheck'.split(' '),
)

/** Words of a step that say nothing of what it does. */
const IDLE = new Set(
  'run runs call use with the an and then of in to on it its for all each again after before first by is as at from'.split(
    ' ',
  ),
)

/** Another runner of the same script, and other options of the same command for the same things. */
function byCommand(command: string): string | undefined {
  const words = command.trim().split(/\s+/)
  const [runner = '', ...rest] = words
  if (/^(?:npm|pnpm|yarn|bun)$/.test(runner)) {
    const script = rest[0] === 'run' ? rest[1] : rest[0]
    return script === undefined || script.startsWith('-') ? undefined : `script ${script}`
  }
  const head = headOf(words)
  const operands = words.filter((word) => !word.startsWith('-')).map(same)
  return head.includes(' ') ? `${head}: ${operands.join(' ')}` : undefined
}

/** A command, whatever its placeholders are called. */
const same = (command: string): string =>
  command
    .trim()
    .replace(/<[^<>]{0,80}>/g, '<>')
    .replace(/\s+/g, ' ')

const nameOf = (key: string): string => (key.startsWith(SAYS) ? key.slice(SAYS.length) : key.replace(/:.*$/s, ''))
