import { PLACEHOLDER } from '../redaction/placeholder.ts'
import { isSafeName } from '../skill-reference.ts'
import { fromData } from './as-data.ts'
import { type Evidence, isPart, partsIn, turnsIn } from './evidence.ts'
import { commandsThatRan, didRun, isRepair, whyNotPublished } from './evidence-commands.ts'
import { limitFault } from './limits.ts'
import { citeFault, codesIn, copiedWords, sharedWords, standsIn, unheardOf } from './mentions.ts'
import { type Cite, type Claim, claimsOf, type ProposedSkill } from './proposal.ts'

/** Why a proposal, or a part of it, is not staged: the first rule that it breaks. */
export interface Refusal {
  readonly rule: string
  readonly reason: string
}

/** A part of a proposed skill that was taken out, with the rule that it breaks. */
export interface Fallen extends Refusal {
  readonly text: string
}

/** What rules left of a proposed skill; with a refusal it is not staged. */
export interface Sifted {
  readonly left: ProposedSkill
  readonly fallen: readonly Fallen[]
  readonly refusal?: Refusal
}

/** A proposed skill that a person did not want, with the reason given; '' where there is none. */
export interface Rejection {
  readonly skill: ProposedSkill
  readonly reason: string
}

/** What a proposal is held against. */
export interface GateContext {
  /** The evidence that was shown, by the ids used there. */
  readonly shown: ReadonlyMap<string, Evidence>
  /** Texts of the existing skills, without the target's. */
  readonly library: readonly string[]
  /** Text of the project's notes for agents (AGENTS.md and the like). */
  readonly notes: string
  readonly rejected: readonly Rejection[]
  /** The name of the skill that the proposal changes. */
  readonly target?: string | undefined
}

/**
 * Checks a proposed skill against its evidence by rules, without a model: parts that break one fall, each for itself. The
 * skill is refused where its name, its description or the whole breaks one, or where it lost its point.
 */
export function sift(copied: ProposedSkill, context: GateContext): Sifted {
  const skill = asShown(copied, context.shown)
  const fallen: Fallen[] = []
  let left = skill
  for (const [rule, faultsIn] of RULES) {
    const faults = faultsIn(left, context)
    const whole = faults.find(({ id }) => id === WHOLE)
    if (whole !== undefined) return { left, fallen, refusal: { rule, reason: whole.reason } }
    const texts = textsOf(left)
    for (const { id, reason } of faults)
      fallen.push({ text: texts.find((one) => one.id === id)?.prose ?? id, rule, reason })
    left = without(left, new Set(faults.map(({ id }) => id)))
  }
  return siftedOf(skill, left, fallen)
}

/** The skill with the characters of the evidence, where a model copied them as a question shows them: `&&` for `&amp;&amp;`. */
function asShown(skill: ProposedSkill, shown: GateContext['shown']): ProposedSkill {
  const evidence = JSON.stringify([...shown.values()])
  const read = (_: string, value: unknown) => (typeof value === 'string' ? fromData(value, evidence) : value)
  return JSON.parse(JSON.stringify(skill), read) as ProposedSkill
}

/** The result for what is left of a skill: refused where it lost its steps, its examples or most of its statements. */
export function siftedOf(skill: ProposedSkill, left: ProposedSkill, fallen: readonly Fallen[]): Sifted {
  const [first] = fallen
  const isPointless =
    claimsOf(left).length * 2 < claimsOf(skill).length ||
    left.examples.length === 0 ||
    (left.steps.length === 0 && skill.steps.length > 0)
  return first === undefined || !isPointless
    ? { left, fallen }
    : { left, fallen, refusal: { rule: first.rule, reason: `too little is left of it: ${first.reason}` } }
}

export function without(skill: ProposedSkill, ids: ReadonlySet<string>): ProposedSkill {
  if (ids.size === 0) return skill
  const left = LISTS.map((list) => [list, skill[list].filter((_, i) => !ids.has(`${list}[${i}]`))])
  return { ...skill, ...Object.fromEntries(left) }
}

const LISTS = ['use_when', 'not_when', 'rules', 'steps', 'pitfalls', 'checks', 'examples', 'tags'] as const

interface Fault {
  /** `steps[1]`, or of what the skill cannot do without. */
  readonly id: string
  readonly reason: string
}

const WHOLE = ''

type Rule = (skill: ProposedSkill, context: GateContext) => readonly Fault[]

const RULES: readonly (readonly [string, Rule])[] = [
  ['empty', (skill) => whole(claimsOf(skill).length === 0 ? 'it makes no statement' : undefined)],
  ['name', (skill, { target }) => whole(skill.name === target ? undefined : nameFault(skill))],
  [
    'quotations',
    (skill, { shown }) => each(claimsOf(skill), ({ cites }) => first(cites, (cite) => citeFault(cite, shown))),
  ],
  ['wishes', (skill) => each(claimsOf(skill), wishFault)],
  ['commands', commandFaults],
  ['mentions', mentionFaults],
  ['unresolved', (skill, context) => whole(unresolvedFault(skill, context))],
  ['secret', (skill) => each(textsOf(skill), ({ text }) => secretFault(text))],
  ['one case', (skill) => each(textsOf(skill), ({ text }) => caseFault(text))],
  ['environment', (skill, { shown }) => each(claimsOf(skill), (claim) => limitFault(claim, shown))],
  ['copy', copyFaults],
  ['project notes', (skill, context) => whole(notesFault(skill, context))],
  ['rejected before', (skill, context) => whole(rejectedFault(skill, context))],
]

const whole = (reason: string | undefined): readonly Fault[] => (reason === undefined ? [] : [{ id: WHOLE, reason }])

function nameFault({ name }: ProposedSkill): string | undefined {
  if (!isSafeName(name)) return `"${name.slice(0, 80)}" is no name of a skill: a-z, 0-9 and single hyphens`
  return name.startsWith('auto-') ? 'names that begin with "auto-" are those of drafted streaks' : undefined
}

const wishFault = ({ kind, cites }: Claim): string | undefined =>
  kind === 'rules' && !cites.some(({ call }) => call === '')
    ? 'it is said to be a wish, and no words of the person are cited'
    : undefined

function commandFaults(skill: ProposedSkill, { shown }: GateContext): readonly Fault[] {
  const ran = commandsThatRan(turnsIn(shown.values()))
  const documents = partsIn(shown.values())
  const place = documents.length > 0 ? 'does not stand in the document' : 'did not run and end well in the evidence'
  const told = (code: string, why: string | undefined) =>
    why === undefined ? undefined : `"${code.slice(0, 120)}" ${why}`
  const commands = new Map(claimsOf(skill).map(({ id, command }) => [id, command]))
  return each(textsOf(skill), ({ id, prose }) => {
    const command = commands.get(id) ?? ''
    const fault =
      command === '' || didRun(command, ran) || standsIn(command, documents)
        ? told(command, whyNotPublished(command, ran))
        : told(command, place)
    // Some agents take a mark before a closing backtick for the beginning of a command.
    return fault ?? first(codesIn(prose), (code) => told(code, whyNotPublished(`${code}\``)))
  })
}

function mentionFaults(skill: ProposedSkill, { shown }: GateContext): readonly Fault[] {
  return each(textsOf(skill), ({ text }) => {
    const [one] = unheardOf(text, shown.values())
    return one === undefined ? undefined : `"${one.slice(0, 120)}" does not occur in the evidence`
  })
}

/**
 * Refuses steps of which no cited turn succeeded, or repaired what failed in a run of a schedule; wishes of the person need no success. A document is no run: its steps
 * neither succeeded nor failed, which the grade says.
 */
function unresolvedFault(skill: ProposedSkill, { shown }: GateContext): string | undefined {
  const steps = claimsOf(skill).filter(({ kind }) => kind === 'steps' || kind === 'checks')
  if (steps.length === 0) return undefined
  const cites = steps.flatMap((step) => step.cites)
  const cited = cites.flatMap(({ turn }) => shown.get(turn) ?? [])
  if (cited.some(isPart)) return undefined
  return turnsIn(cited).some(({ trajectory }) => trajectory.outcome === 'success') ||
    cites.some((cite) => repairsScheduled(cite, shown.get(cite.turn)))
    ? undefined
    : 'none of the turns that its steps come from is a success'
}

/**
 * A run of a schedule is a session of its own, in which no later turn can succeed; no person said that it failed, so that a
 * repair within it has worked.
 */
function repairsScheduled({ call }: Cite, evidence: Evidence | undefined): boolean {
  if (evidence === undefined || isPart(evidence) || evidence.trajectory.kind !== 'scheduled') return false
  return isRepair(evidence.trajectory.toolCalls ?? [], Number(call.slice(1)) - 1)
}

/** Refuses a text out of which redaction took a value; redaction comes before the rules. */
const secretFault = (text: string): string | undefined => {
  const value = SECRET.exec(text)?.[0]
  return value === undefined ? undefined : `a secret stands in it, shown as ${value}: write a <placeholder> there`
}

const SECRET = new RegExp(PLACEHOLDER)

const caseFault = (text: string): string | undefined => {
  const one = CASES.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
  return one === undefined ? undefined : `"${one}" belongs to one case: a skill is for a class of tasks`
}

/** Dates, tickets, issue numbers, hashes, e-mail addresses. */
const CASES = [
  /\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/,
  /\b(?:\d{1,2}\.? )?(?:january|february|march|april|june|july|august|september|october|november|december) (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d\b/i,
  /(?<![\w/])#\d{2,}\b|\b(?:issue|ticket|pr|pull request|incident|case|order) #?\d{2,}\b/i,
  /\b(?!UTF-|ISO-|RFC-|SHA-|MD-|HTTP-|CVE-)[A-Z]{2,10}-\d{2,}\b/,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{10,40}\b/,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,24}/i,
]

function copyFaults(skill: ProposedSkill, { library }: GateContext): readonly Fault[] {
  // Requests are the person's words: two sessions may begin with the same.
  return each(textsOf({ ...skill, examples: [] }), ({ text }) => {
    const run = copiedWords(text, library)
    return run === undefined ? undefined : `"${run}" is copied from another skill`
  })
}

/** Least share of a statement's words in one line of the notes for it to count as known. */
const IN_NOTES = 0.85

function notesFault(skill: ProposedSkill, { notes }: GateContext): string | undefined {
  const lines = notes.split(/\n+/)
  const known = claimsOf(skill).filter(({ text, command }) =>
    lines.some((line) => sharedWords(`${text} ${command}`, line) >= IN_NOTES),
  )
  return known.length > 0 && known.length === claimsOf(skill).length
    ? 'all that it says stands in the notes of the project already'
    : undefined
}

/** Least share of common words for two proposals to count as equal. */
const SAME = 0.75

function rejectedFault(skill: ProposedSkill, { rejected }: GateContext): string | undefined {
  const mine = wholeText(skill)
  const same = rejected.find((one) => sharedWords(mine, wholeText(one.skill)) >= SAME)
  return same === undefined
    ? undefined
    : `"${same.skill.name}" said the same and was rejected${same.reason === '' ? '' : `: ${same.reason}`}`
}

const wholeText = (skill: ProposedSkill): string =>
  claimsOf(skill)
    .map(({ text, command }) => `${text} ${command}`)
    .join('\n')

/** Every text that would stand in the skill; `prose` without the command of a statement. */
function textsOf(
  skill: ProposedSkill,
): readonly { readonly id: string; readonly prose: string; readonly text: string }[] {
  const { name, description } = skill
  const heads = (['use_when', 'not_when', 'examples', 'tags'] as const).flatMap((list) =>
    skill[list].map((text, i) => ({ id: `${list}[${i}]`, prose: text, text })),
  )
  return [
    ...[name.replaceAll('-', ' '), description].map((text) => ({ id: WHOLE, prose: text, text })),
    ...heads,
    ...claimsOf(skill).map(({ id, text, command }) => ({ id, prose: text, text: `${text}\n${command}` })),
  ]
}

const each = <T extends { readonly id: string }>(
  all: readonly T[],
  fault: (one: T) => string | undefined,
): readonly Fault[] =>
  all.flatMap((one) => {
    const reason = fault(one)
    return reason === undefined ? [] : [{ id: one.id, reason }]
  })

function first<T>(all: readonly T[], fault: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = fault(one)
    if (found !== undefined) return found
  }
  return undefined
}
