import { PLACEHOLDER } from '../redaction/placeholder.ts'
import { isSafeName } from '../skill-name.ts'
import { copiedWords, sharedWords } from './copied-words.ts'
import { type Evidence, isPart, partsIn, turnsIn } from './evidence.ts'
import { commandsThatRan, didRun, whyNotPublished } from './evidence-commands.ts'
import { codesIn, standsIn, unheardOf } from './mentions.ts'
import { type Cite, type Claim, claimsOf, type ProposedSkill } from './proposal.ts'
import { citeFault } from './quotation.ts'
import { isRepair } from './repair.ts'

/** Why a proposal is not staged: the first rule that it breaks. */
export interface Refusal {
  readonly rule: string
  readonly reason: string
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
  /** Proposals that a person rejected. */
  readonly rejected: readonly Rejection[]
}

/** Checks a proposed skill against its evidence by rules, without a model; undefined if it passes all. */
export function gate(skill: ProposedSkill, context: GateContext): Refusal | undefined {
  for (const [rule, fault] of RULES) {
    const reason = fault(skill, context)
    if (reason !== undefined) return { rule, reason }
  }
  return undefined
}

type Rule = (skill: ProposedSkill, context: GateContext) => string | undefined

const RULES: readonly (readonly [string, Rule])[] = [
  ['empty', (skill) => (claimsOf(skill).length === 0 ? 'it makes no statement' : undefined)],
  ['name', nameFault],
  [
    'quotations',
    (skill, { shown }) => each(claimsOf(skill), ({ cites }) => first(cites, (cite) => citeFault(cite, shown))),
  ],
  ['wishes', (skill) => each(claimsOf(skill), wishFault)],
  ['commands', commandFault],
  ['mentions', mentionFault],
  ['unresolved', unresolvedFault],
  ['secret', (skill) => each(textsOf(skill), ({ text }) => secretFault(text))],
  ['one case', (skill) => each(textsOf(skill), ({ text }) => caseFault(text))],
  ['environment', (skill) => each(claimsOf(skill), ({ text }) => environmentFault(text))],
  ['copy', copyFault],
  ['project notes', notesFault],
  ['rejected before', rejectedFault],
]

function nameFault({ name }: ProposedSkill): string | undefined {
  if (!isSafeName(name)) return `"${name.slice(0, 80)}" is no name of a skill: a-z, 0-9 and single hyphens`
  return name.startsWith('auto-') ? 'names that begin with "auto-" are those of drafted streaks' : undefined
}

const wishFault = ({ kind, cites }: Claim): string | undefined =>
  kind === 'rules' && !cites.some(({ call }) => call === '')
    ? 'it is said to be a wish, and no words of the person are cited'
    : undefined

function commandFault(skill: ProposedSkill, { shown }: GateContext): string | undefined {
  const ran = commandsThatRan(turnsIn(shown.values()))
  const documents = partsIn(shown.values())
  const place = documents.length > 0 ? 'does not stand in the document' : 'did not run and end well in the evidence'
  const unpublished = (code: string, why: string | undefined) =>
    why === undefined ? undefined : `"${code.slice(0, 120)}" is left out: ${why}`
  return (
    each(claimsOf(skill), ({ command }) =>
      command === '' || didRun(command, ran) || standsIn(command, documents)
        ? unpublished(command, whyNotPublished(command, ran))
        : `"${command.slice(0, 120)}" ${place}`,
    ) ??
    // Some agents take a mark before a closing backtick for the beginning of a command.
    each(textsOf(skill), ({ text }) => first(codesIn(text), (code) => unpublished(code, whyNotPublished(`${code}\``))))
  )
}

function mentionFault(skill: ProposedSkill, { shown }: GateContext): string | undefined {
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

/** Refuses statements about the environment, which are true of one machine or moment and would stop later work. */
const environmentFault = (text: string): string | undefined =>
  ENVIRONMENT.test(text) ? `"${text.slice(0, 120)}" speaks of the environment, which changes` : undefined

const ENVIRONMENT =
  /\b(?:(?:tool|command|program|network|server|api|sandbox|browser|internet)s?\b.{0,40}\b(?:does(?:n't| not) work|do(?:n't| not) work|is (?:broken|unavailable|down|not (?:available|installed|working))|(?:isn't|aren't) (?:available|installed|working))|no (?:network|internet) access|rate[- ]limit(?:ed|s)? (?:by|from)|out of (?:disk|memory)|permission denied (?:on|for) this)/i

function copyFault(skill: ProposedSkill, { library }: GateContext): string | undefined {
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

/** Every text that would stand in the skill. */
function textsOf(skill: ProposedSkill): readonly { readonly id: string; readonly text: string }[] {
  const { name, description, use_when, not_when, examples, tags } = skill
  const heads = [name.replaceAll('-', ' '), description, ...use_when, ...not_when, ...examples, ...tags]
  return [
    ...heads.map((text) => ({ id: '', text })),
    ...claimsOf(skill).map(({ id, text, command }) => ({ id, text: `${text}\n${command}` })),
  ]
}

/** The first fault, with the statement that it is in. */
function each<T extends { readonly id: string }>(
  all: readonly T[],
  fault: (one: T) => string | undefined,
): string | undefined {
  return first(all, (one) => {
    const found = fault(one)
    return found === undefined ? undefined : one.id === '' ? found : `${one.id}: ${found}`
  })
}

function first<T>(all: readonly T[], fault: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = fault(one)
    if (found !== undefined) return found
  }
  return undefined
}
