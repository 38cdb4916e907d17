import { MAX_DESCRIPTION } from '../skill.ts'
import { isOutwardVerb } from './external-effect.ts'
import { isInstance, nameWords } from './instance.ts'
import { foreignWords } from './language.ts'
import type { Procedure } from './procedure.ts'
import { isQuestion } from './question.ts'
import { cut, quote } from './quote.ts'
import { sharedWords, wellSpelt } from './shared-words.ts'
import { isFixed, type Step } from './step.ts'
import { commandLine, stepText } from './step-text.ts'
import { complaintOf, titleOf } from './title.ts'
import { canonicalVerb, thirdPerson } from './verbs.ts'

/** The description of a skill, with its use and example requests: at most 1,024 characters, no markup, third person. */
export function describe(requests: readonly string[], procedure: Procedure): string {
  const foreign = foreignWords(requests)
  const plain = requests.map(withoutCodes)
  const shared = sharedWords(plain, foreign)
  // Steps that differ in every part say nothing about the skill.
  const what = procedure.steps.some(isFixed) ? summary(procedure) : ''
  const title = foreign === undefined ? titled(plain, shared, procedure) : undefined
  const examples = wellSpelt(requests, shared)
    .slice(0, MAX_EXAMPLES)
    .map((text) => `"${cut(text, 120)}"`)
  const cues = shared.slice(0, MAX_CUES).map((word) => quote(word, 40))
  const mentions = cues.length < 2 ? '' : `mentions ${listed(cues)}, or `
  const use = `Use when a request ${mentions}resembles ${examples.join(' or ')}.`
  const head = headOf(title, what, cues, requests.every(isQuestion), languageOf(procedure))
  return cut(`${cut(head, MAX_DESCRIPTION - [...use].length - 2)}. ${use}`, MAX_DESCRIPTION)
}

/** The task that the requests ask for, in the third person; undefined if they share no title. */
function titled(requests: readonly string[], shared: readonly string[], procedure: Procedure): string | undefined {
  const order = titleOf(requests, shared)
  if (order === undefined) return complaintOf(requests, shared)
  return isBorneOut(order, procedure)
    ? thirdPerson(order)
    : `Handles requests to ${order.charAt(0).toLowerCase()}${order.slice(1)}`
}

/** The text with ids replaced by `(id)`, because an id belongs to one request. */
const withoutCodes = (text: string): string =>
  text.replace(/#?[\w-]{4,64}/g, (word) => (isInstance('', word) ? '(id)' : word))

/** Whether the steps do what the order says; an outward act ("cancel the flight") needs a call of that name. */
function isBorneOut(order: string, { steps }: Procedure): boolean {
  const [verb = ''] = order.toLowerCase().split(' ')
  const tools = steps.flatMap(({ kind, tool = '' }) => (kind === 'CALL' ? [tool] : []))
  if (tools.length < steps.length || tools.length === 0 || !isOutwardVerb(verb)) return true
  return tools.some((tool) => nameWords(tool).some((word) => canonicalVerb(word) === canonicalVerb(verb)))
}

/** The first sentence: from the title, else from the summary of steps, else from the shared words. */
function headOf(
  title: string | undefined,
  what: string,
  cues: readonly string[],
  asks: boolean,
  language: string | undefined,
): string {
  const project = language === undefined ? '' : ` in this ${language} project`
  if (title !== undefined) return `${title}${project}${what === '' ? '' : `: ${what}`}`
  if (what !== '') return `${what.charAt(0).toUpperCase()}${what.slice(1)}${project}`
  const kind = asks ? 'Answers questions' : 'Handles requests'
  return cues.length === 0 ? `${kind} of one kind` : `${kind} about ${cues.slice(0, MAX_ABOUT).join(', ')}`
}

const MAX_EXAMPLES = 3
const MAX_CUES = 6
const MAX_ABOUT = 4

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** A summary of the steps: commands in full, varying files as "files"; adjacent steps with one verb are joined. */
function summary({ steps }: Procedure): string {
  const phrases: { readonly verb: string; readonly objects: string[] }[] = []
  for (const step of steps) {
    const [verb, object] = phraseOf(step) ?? []
    if (verb === undefined || object === undefined) continue
    if (phrases.some((phrase) => phrase.verb === verb && phrase.objects.includes(object))) continue
    const last = phrases.at(-1)
    if (last?.verb === verb && object !== 'files') last.objects.push(object)
    else phrases.push({ verb, objects: [object] })
    if (phrases.flatMap(({ objects }) => objects).length === MAX_PHRASES) break
  }
  return phrases.map(({ verb, objects }) => `${verb} ${objects.join(', ')}`).join(', ')
}

const MAX_PHRASES = 6

/** The verb and the object of a step; undefined for searches and lists. */
function phraseOf(step: Step): readonly [string, string] | undefined {
  const { kind, tool, fields } = step
  if (kind === 'SEARCH' || kind === 'LIST') return undefined
  if (kind === 'CALL') return ['calls', quote(tool ?? '', 40)]
  if (kind === 'RUN') return ['runs', quote(withoutOpen(commandLine(step)), 80)]
  if (fields.path?.some((part) => typeof part !== 'string') === true) return [DOES[kind], 'files']
  const [, ...rest] = stepText(step).replaceAll('`', '').split(' ')
  return [DOES[kind], cut(rest.join(' '), 70)]
}

const DOES = { READ: 'reads', EDIT: 'edits', WRITE: 'writes' } as const

/** The command up to its first placeholder or redirection, without options that would lack their value. */
function withoutOpen(command: string): string {
  const words = command.split(' ')
  const open = words.findIndex((word) => /<\w|^\d*[<>|]/.test(word))
  if (open < 0) return command
  const fixed = words.slice(0, open)
  while (/^-|^[|&<>]+$/.test(fixed.at(-1) ?? '')) fixed.pop()
  const folder = /^[^<>|]*\//.exec(words[open]!)?.[0]
  return fixed.join(' ') + (folder === undefined || /[:='"]/.test(folder) ? '' : ` in ${folder}`)
}

const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'Go', rs: 'Rust', py: 'Python', ts: 'TypeScript', tsx: 'TypeScript', js: 'JavaScript', jsx: 'JavaScript', rb: 'Ruby',
  java: 'Java', kt: 'Kotlin', swift: 'Swift', cs: 'C#', cpp: 'C++', cc: 'C++', c: 'C', php: 'PHP', ex: 'Elixir', scala: 'Scala',
} // biome-ignore format: a table

/** The programming language of more than half of the files changed or read; else undefined. */
function languageOf({ runs }: Procedure): string | undefined {
  const counts = new Map<string, number>()
  let files = 0
  for (const { groups } of runs) {
    for (const { kind, input } of groups.flatMap(({ actions }) => actions)) {
      if (kind !== 'EDIT' && kind !== 'READ' && kind !== 'WRITE') continue
      files++
      const ending = /\.(\w+)$/.exec(String(input.path))?.[1] ?? ''
      const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined
      if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return [...counts].find(([, n]) => n * 2 > files)?.[0]
}
