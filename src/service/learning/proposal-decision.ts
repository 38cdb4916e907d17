import { fingerprint } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { asWritten, editFault, withEdits } from '../../domain/learning/anchored-edits.ts'
import { type Evidence, isPart } from '../../domain/learning/evidence.ts'
import { boundFault, restsOnFailure } from '../../domain/learning/failed-use.ts'
import type { GateContext, Refusal } from '../../domain/learning/gate.ts'
import type { Prompt } from '../../domain/learning/prompt.ts'
import { JUDGE } from '../../domain/learning/prompts/judge.ts'
import { type AnchoredEdit, MERGE } from '../../domain/learning/prompts/merge.ts'
import { claimsOf, type Proposal, type ProposedSkill } from '../../domain/learning/proposal.ts'
import { againText, editsAgainText, judgeText, mergeText } from '../../domain/learning/review-text.ts'
import { saysAll } from '../../domain/learning/skill-text.ts'
import type { Subject } from '../../domain/learning/subject.ts'
import { type LostStep, lostStep } from '../../domain/proof/lost-step.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { checkedSkill } from './checked-skill.ts'
import type { EditStager, WaitingSupport } from './edit-stager.ts'
import type { Questions } from './pipe.ts'
import type { RecentSuccesses } from './recent-successes.ts'
import type { Rejections } from './rejections.ts'
import { type ProposalOutcome, reviewedAs } from './reviewed-proposal.ts'
import type { SkillStager } from './skill-stager.ts'
import { refused, refusedBy, type Staged, type StagedFrom } from './staged.ts'

/** The evidence of a proposal, the question that it answers, and the skills that it is compared with. */
export interface Grounds {
  readonly subject: Subject
  /** Its source for a person: `session s1 of codex`. */
  readonly source: string
  readonly document?: string
  readonly shown: ReadonlyMap<string, Evidence>
  readonly near: readonly SkillRecord[]
  readonly notes: string
  readonly prompt: Prompt<Proposal>
  readonly input: string
}

/** Decides on a model's answer by rules, an audit, and the skill it belongs to. What is staged waits for a person. */
export type ProposalDecider = (answer: Proposal, grounds: Grounds, questions: Questions) => Promise<ProposalOutcome>

export interface ProposalDeciderParts {
  readonly nearest: (text: string) => Promise<readonly SkillRecord[]>
  readonly skillNamed: (name: string) => Promise<SkillRecord | undefined>
  readonly stager: SkillStager
  readonly stageEdits: EditStager
  readonly support: WaitingSupport
  /** The body of a skill's current version, without front matter. */
  readonly bodyOf: (skill: SkillRecord) => Promise<string>
  readonly waitingBody: (skill: SkillRecord) => Promise<string | undefined>
  readonly rejected: Rejections
  readonly successes: RecentSuccesses
}

export function createProposalDecider(parts: ProposalDeciderParts): ProposalDecider {
  return async (answer, grounds, questions) => {
    if (answer.operation === 'none') return { reason: `nothing: ${answer.reason}` }
    const id = proposalId(questions.calls, grounds.subject)
    const target = answer.target === '' ? undefined : await parts.skillNamed(answer.target)
    const { skill } = answer
    const atOnce = refusedAtOnce(answer, target)
    if (atOnce !== undefined || skill === null)
      return reviewedAs(answer, refusedBy(atOnce ?? { rule: 'empty', reason: 'it holds no skill' }), [], questions, id)
    const { left, fallen, refusal } = await checkedSkill(skill, {
      context: async (now) => ({
        ...(await contextOf(parts, grounds, [target?.name, (await sayingIt(parts, now, grounds.near))?.name])),
        target: target?.name,
      }),
      again: async (before, found) =>
        (await questions.ask(grounds.prompt, againText(grounds.input, before, found))).skill,
      questions,
    })
    const proposal = { ...answer, skill: left }
    const staged =
      refusal === undefined
        ? await placed(parts, proposal, left, { id, target, grounds, questions })
        : refusedBy(refusal)
    return reviewedAs(proposal, staged, fallen, questions, id)
  }
}

async function contextOf(
  parts: ProposalDeciderParts,
  { shown, near, notes }: Grounds,
  except: readonly (string | undefined)[],
): Promise<GateContext> {
  const library = near.filter(({ name }) => !except.includes(name)).map(({ body }) => body)
  return { shown, library, notes, rejected: await parts.rejected() }
}

async function placed(
  parts: ProposalDeciderParts,
  proposal: Proposal,
  skill: ProposedSkill,
  {
    id,
    target,
    grounds,
    questions,
  }: {
    readonly id: string
    readonly target: SkillRecord | undefined
    readonly grounds: Grounds
    readonly questions: Questions
  },
): Promise<Staged> {
  const same = await sayingIt(parts, skill, grounds.near)
  const isToPlace = target === undefined || target.name === same?.name
  const place = isToPlace ? await judged(parts, skill, same, questions) : { into: target }
  const from: StagedFrom = {
    id,
    turnIds: citedTurns(skill, grounds.shown),
    reason: reasonOf(grounds, proposal),
    document: grounds.document,
    confidence: skill.confidence,
    // A document is no run: its skills are watching until a person promotes them, whatever the audit says.
    grade: grounds.document === undefined ? 'staged' : 'watching',
  }
  if (place === undefined) return await parts.stager.stage(skill, from)
  if ('into' in place) return await merged(parts, skill, place.into, from, { shown: grounds.shown, questions })
  return place.known === undefined
    ? refused('judge', 'it is of no use beyond the case that it comes from')
    : await parts.stager.confirm(place.known, from)
}

/**
 * Where a proposal belongs: an existing skill to merge into, a duplicate, or (undefined) a new skill. Words and names
 * decide first, without a call.
 */
async function judged(
  parts: ProposalDeciderParts,
  skill: ProposedSkill,
  same: SkillRecord | undefined,
  questions: Questions,
): Promise<{ readonly into: SkillRecord } | { readonly known: string | undefined } | undefined> {
  if (same !== undefined) return { known: same.name }
  const namesake = await parts.skillNamed(skill.name)
  if (namesake !== undefined) return { into: namesake }
  const { description, use_when, examples } = skill
  const candidates = await parts.nearest([description, ...use_when, ...examples].join('\n'))
  if (candidates.length === 0) return undefined
  const { decision, target } = await questions.ask(JUDGE, judgeText(skill, candidates))
  if (decision === 'add') return undefined
  const named = candidates.find(({ name }) => name === target)
  if (decision === 'discard') return { known: named?.name }
  if (named === undefined)
    throw new WaylandError('model_refused', `the model wants to merge into "${target}", which it was not shown`)
  return { into: named }
}

/** A skill whose text already contains every statement, word for word. */
async function sayingIt(
  parts: ProposalDeciderParts,
  skill: ProposedSkill,
  near: readonly SkillRecord[],
): Promise<SkillRecord | undefined> {
  const namesake = await parts.skillNamed(skill.name)
  for (const row of [...(namesake === undefined ? [] : [namesake]), ...near]) {
    if (saysAll(await parts.bodyOf(row), skill)) return row
  }
  return undefined
}

async function merged(
  parts: ProposalDeciderParts,
  skill: ProposedSkill,
  into: SkillRecord,
  from: StagedFrom,
  { shown, questions }: { readonly shown: Grounds['shown']; readonly questions: Questions },
): Promise<Staged> {
  const waiting = await parts.waitingBody(into)
  if (waiting !== undefined && saysAll(waiting, skill, true)) return await parts.support(into.name, from)
  const claims = claimsOf(skill)
  const turns = new Map([...shown].flatMap(([id, one]) => (isPart(one) ? [] : [[id, one] as const])))
  const body = await parts.bodyOf(into)
  const isAfterFailure = restsOnFailure({ name: into.name, body }, claims, turns)
  const question = mergeText(skill, into.name, body, isAfterFailure)
  const faultOf = async (edits: readonly AnchoredEdit[]): Promise<Refusal | undefined> => {
    const made = withEdits(body, edits)
    return (
      editFault(edits, claims) ??
      (isAfterFailure ? await failureFault(parts, edits, into, body) : undefined) ??
      ('fault' in made ? { rule: 'edits', reason: made.fault } : undefined)
    )
  }
  let edits = asWritten((await questions.ask(MERGE, question)).edits, body)
  let fault = await faultOf(edits)
  if (fault !== undefined) {
    edits = asWritten((await questions.ask(MERGE, editsAgainText(question, edits, fault))).edits, body)
    fault = await faultOf(edits)
  }
  if (fault !== undefined) return refusedBy(fault)
  const made = withEdits(body, edits)
  if (waiting !== undefined && 'text' in made && filledLines(made.text) === filledLines(waiting))
    return await parts.support(into.name, from)
  const reason = isAfterFailure ? `${from.reason}, in which a run with it failed` : from.reason
  return await parts.stageEdits(into.name, edits, { ...from, reason })
}

/** A text without its empty lines, which a merge may move. */
const filledLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')

/** Why edits after a failed run are refused: they are several, or lose what recent successes of the skill used. */
async function failureFault(
  parts: ProposalDeciderParts,
  edits: readonly AnchoredEdit[],
  into: SkillRecord,
  body: string,
): Promise<Refusal | undefined> {
  const bound = boundFault(edits)
  if (bound !== undefined) return bound
  const edited = withEdits(body, edits)
  // Edits that cannot be made are refused where they are staged.
  const lost = 'fault' in edited ? undefined : lostStep(body, edited.text, await parts.successes(into))
  return lost === undefined ? undefined : { rule: 'loses what worked', reason: lostWords(lost) }
}

const lostWords = ({ step, how }: LostStep): string =>
  `recent successes of the skill did "${step}", which the edit ${HOW[how]}`

const HOW: Readonly<Record<LostStep['how'], string>> = {
  missing: 'takes out',
  changed: 'changes',
  order: 'puts in another order',
  forbidden: 'forbids',
}

/** Refusals that need no look at the evidence. */
function refusedAtOnce(
  { triage, operation, target, reason }: Proposal,
  known: SkillRecord | undefined,
): Refusal | undefined {
  if (triage !== 'defect' && triage !== 'gap')
    return {
      rule: 'triage',
      reason: `by its own word it comes from ${triage === 'nothing' ? 'nothing new' : `a ${triage}`}`,
    }
  if (operation === 'create') return undefined
  if (known === undefined) return { rule: 'target', reason: `there is no skill "${target}"` }
  if (operation === 'split' || operation === 'deprecate')
    return { rule: 'for a person', reason: `"${operation}" of "${target}" is advice: ${reason}` }
  return undefined
}

/**
 * Id of a proposal: its subject, and the call that proposed it, whose id is a digest of everything before it. Later calls are
 * no part of it, since which are made depends on the skills that exist by then.
 */
const proposalId = (calls: readonly string[], subject: string): string =>
  `${calls.at(-1) ?? ''}-${fingerprint(subject)}`

/** Ids of the turns that the skill's statements cite. */
export const citedTurns = (skill: ProposedSkill, shown: Grounds['shown']): readonly string[] => [
  ...new Set(
    claimsOf(skill)
      .flatMap(({ cites }) => cites.flatMap(({ turn }) => shown.get(turn) ?? []))
      .flatMap((one) => (isPart(one) ? [] : one.id)),
  ),
]

const reasonOf = ({ source }: Grounds, { operation }: Proposal): string =>
  `${operation === 'create' ? 'drafted' : 'proposed'} by a language model from ${source}`
