import { fingerprint } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { asWritten, withEdits } from '../../domain/learning/anchored-edits.ts'
import { editFault } from '../../domain/learning/edit-fault.ts'
import { type Evidence, isPart } from '../../domain/learning/evidence.ts'
import { boundFault, restsOnFailure } from '../../domain/learning/failed-use.ts'
import { gate, type Refusal } from '../../domain/learning/gate.ts'
import { AUDIT } from '../../domain/learning/prompts/audit.ts'
import { JUDGE } from '../../domain/learning/prompts/judge.ts'
import { type AnchoredEdit, MERGE } from '../../domain/learning/prompts/merge.ts'
import { claimsOf, type Proposal, type ProposedSkill } from '../../domain/learning/proposal.ts'
import { auditText, judgeText, mergeText } from '../../domain/learning/review-text.ts'
import { claimLine } from '../../domain/learning/skill-text.ts'
import { type LostStep, lostStep } from '../../domain/proof/lost-step.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { EditStager } from './edit-stager.ts'
import type { Questions } from './questions.ts'
import type { RecentSuccesses } from './recent-successes.ts'
import type { Rejections } from './rejections.ts'
import type { SkillStager } from './skill-stager.ts'
import { refused, type Staged, type StagedFrom } from './staged.ts'

/** The evidence of a proposal, and the skills that it is compared with. */
export interface Grounds {
  readonly id: string
  /** Its source for a person: `session s1 of codex`. */
  readonly source: string
  /** Name of the source document. */
  readonly document?: string
  readonly shown: ReadonlyMap<string, Evidence>
  /** The skills that the question listed. */
  readonly near: readonly SkillRecord[]
  readonly notes: string
}

/**
 * Decides on a proposal: by rules, then by an audit, then by which skill it belongs to. What is staged waits for a
 * person.
 */
export type ProposalDecider = (proposal: Proposal, grounds: Grounds, questions: Questions) => Promise<Staged>

export interface ProposalDeciderParts {
  readonly nearest: (text: string) => Promise<readonly SkillRecord[]>
  readonly skillNamed: (name: string) => Promise<SkillRecord | undefined>
  readonly stager: SkillStager
  readonly stageEdits: EditStager
  /** The body of a skill's current version, without front matter. */
  readonly bodyOf: (skill: SkillRecord) => Promise<string>
  readonly rejected: Rejections
  readonly successes: RecentSuccesses
}

export function createProposalDecider(parts: ProposalDeciderParts): ProposalDecider {
  return async (proposal, grounds, questions) => {
    const target = proposal.target === '' ? undefined : await parts.skillNamed(proposal.target)
    const atOnce = refusedAtOnce(proposal, target)
    if (atOnce !== undefined) return refused(atOnce.rule, atOnce.reason)
    const { skill } = proposal
    if (skill === null) return refused('empty', 'it holds no skill')
    const same = await sayingIt(skill, grounds.near)
    const broken = await brokenRule(skill, grounds, [target?.name, same?.name])
    if (broken !== undefined) return refused(broken.rule, broken.reason)
    const audit = await audited(skill, questions)
    if (audit.grade === 'refused') return refused('audit', 'most of its statements do not follow from what they cite')
    const isToPlace = target === undefined || target.name === same?.name
    const place = isToPlace ? await judged(skill, same, questions) : { into: target }
    const from: StagedFrom = {
      id: grounds.id,
      turnIds: citedTurns(skill, grounds.shown),
      reason: reasonOf(grounds, proposal),
      document: grounds.document,
      // A document is no run: its skills are watching until a person promotes them, whatever the audit says.
      grade: grounds.document === undefined ? audit.grade : 'watching',
    }
    if (place === undefined) return await parts.stager.stage(skill, from)
    if (!('into' in place))
      return place.known === undefined
        ? refused('judge', 'it is of no use beyond the case that it comes from')
        : await parts.stager.confirm(place.known, from)
    return await merged(skill, place.into, { ...from, doubted: audit.doubted }, { shown: grounds.shown, questions })
  }

  async function brokenRule(
    skill: ProposedSkill,
    { shown, near, notes }: Grounds,
    except: readonly (string | undefined)[],
  ) {
    const library = near.filter(({ name }) => !except.includes(name)).map(({ body }) => body)
    return gate(skill, { shown, library, notes, rejected: await parts.rejected() })
  }

  /**
   * Where a proposal belongs: an existing skill to merge into, a duplicate, or (undefined) a new skill. Words and names
   * decide first, without a call.
   */
  async function judged(
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
  async function sayingIt(skill: ProposedSkill, near: readonly SkillRecord[]): Promise<SkillRecord | undefined> {
    const lines = claimsOf(skill).map(({ text, command }) => claimLine(text, command))
    const namesake = await parts.skillNamed(skill.name)
    for (const row of [...(namesake === undefined ? [] : [namesake]), ...near]) {
      const body = await parts.bodyOf(row)
      if (lines.length > 0 && lines.every((line) => body.includes(line))) return row
    }
    return undefined
  }

  async function merged(
    skill: ProposedSkill,
    into: SkillRecord,
    { doubted, ...from }: StagedFrom & { readonly doubted: readonly string[] },
    { shown, questions }: { readonly shown: Grounds['shown']; readonly questions: Questions },
  ): Promise<Staged> {
    const claims = claimsOf(skill)
    const turns = new Map([...shown].flatMap(([id, one]) => (isPart(one) ? [] : [[id, one] as const])))
    const isAfterFailure = restsOnFailure(into.name, claims, turns)
    const body = await parts.bodyOf(into)
    const answer = await questions.ask(MERGE, mergeText(skill, into.name, body, isAfterFailure))
    const edits = asWritten(answer.edits, body)
    const fault =
      editFault(edits, claims, doubted) ?? (isAfterFailure ? await failureFault(edits, into, body) : undefined)
    if (fault !== undefined) return refused(fault.rule, fault.reason)
    const reason = isAfterFailure ? `${from.reason}, in which a run with it failed` : from.reason
    return await parts.stageEdits(into.name, edits, { ...from, reason })
  }

  /** Why edits after a failed run are refused: they are several, or lose what recent successes of the skill used. */
  async function failureFault(
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

interface Audit {
  readonly grade: 'staged' | 'watching' | 'refused'
  /** Ids of the statements that it does not support. */
  readonly doubted: readonly string[]
}

/** An audit, for which a model sees only statements and quotations: it can only lower the grade. */
export async function audited(skill: ProposedSkill, questions: Questions): Promise<Audit> {
  const answer = await questions.ask(AUDIT, auditText(skill))
  const ids = claimsOf(skill).map(({ id }) => id)
  const supported = (id: string) => answer.claims.find((one) => one.id === id)?.supported
  // A statement that the audit omits is not known to be supported.
  const doubted = ids.filter((id) => supported(id) !== true)
  if (ids.filter((id) => supported(id) === false).length * 2 > ids.length) return { grade: 'refused', doubted }
  return { grade: doubted.length === 0 ? 'staged' : 'watching', doubted }
}

/**
 * Id of a proposal: its subject, and the call that proposed it, whose id is a digest of everything before it. Later calls are
 * no part of it, since which are made depends on the skills that exist by then.
 */
export const proposalId = (calls: readonly string[], subject: string): string =>
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
