import { WaylandError } from '../../domain/errors.ts'
import { type ProposedSkill, proposalSchema } from '../../domain/learning/proposal.ts'
import { sessionText } from '../../domain/learning/session-text.ts'
import { isPassage, sessionOf } from '../../domain/learning/subject.ts'
import { itemByIdPrefix } from '../../domain/skill-reference.ts'
import type { ProposalRecord } from '../../store/ports/review-store.ts'
import type { Core } from '../core.ts'
import { isForAnother, ownId } from './duplicate-proposal.ts'
import { citedTurns } from './proposal-decision.ts'
import type { SkillStager } from './skill-stager.ts'
import type { Staged, StagedFrom } from './staged.ts'

/**
 * Stages a proposal as a skill of its own after a person said that it is no duplicate of the skill for which it was
 * refused or into which it was merged. The rules on text, safety and names still apply. Throws `bad_usage` where there
 * is no such proposal.
 */
export type OwnSkill = (reference: string) => Promise<{ readonly skill: string; readonly staged: Staged }>

const MAX_PROPOSALS = 1_000
const MAX_TURNS = 200

export function createOwnSkill({
  store,
  stager,
  clock,
}: Core<'store' | 'clock'> & { readonly stager: SkillStager }): OwnSkill {
  return async (reference) => {
    const record = theOne(reference, await store.modelProposals(MAX_PROPOSALS))
    const skill = duplicateOf(record)
    const from: StagedFrom = {
      id: ownId(record.id),
      turnIds: await turnsOf(record, skill),
      reason: `drafted by a language model from ${record.subject}; a person says that it is no duplicate`,
      // The audit's grade is not stored; a person reviews the skill in any case. A document is no run, so its skill is
      // watching.
      ...(isPassage(record.subject) ? { grade: 'watching', document: record.subject } : { grade: 'staged' }),
    }
    const staged = await stager.stage(skill, from)
    if (staged.status === 'staged')
      await store.noteProposal({
        ...record,
        ...{ id: from.id, skill: staged.skill, operation: 'create', status: 'staged', rule: null },
        ...{ reason: 'a person says that it is no duplicate', versionId: staged.versionId, at: clock.now().getTime() },
      })
    return { skill: skill.name, staged }
  }

  async function turnsOf({ subject }: ProposalRecord, skill: ProposedSkill): Promise<readonly string[]> {
    const session = sessionOf(subject)
    if (session === undefined) return []
    const turns = await store.sessionTurns(session, MAX_TURNS)
    return citedTurns(skill, sessionText({ ...session, turns }).shown)
  }
}

/** The proposal with this id, or the only one whose id begins so. Throws `bad_usage`. */
function theOne(reference: string, all: readonly ProposalRecord[]): ProposalRecord {
  const one = itemByIdPrefix(all, ({ id }) => id, reference)
  if (typeof one === 'object') return one
  throw new WaylandError(
    'bad_usage',
    `${one === 'none' ? 'no proposal has' : 'several proposals have'} an id that begins with "${reference.slice(0, 60)}"`,
    { hint: 'List proposals with their ids by "wayland-core model usage".' },
  )
}

/** The proposed skill, if another skill was the only reason against it. Throws `bad_usage`. */
function duplicateOf(record: ProposalRecord): ProposedSkill {
  const { id, status, rule, operation, reason, skill: into, proposal } = record
  const skill = proposalSchema.safeParse(JSON.parse(proposal)).data?.skill
  if (skill !== null && skill !== undefined && isForAnother(record)) return skill
  throw new WaylandError(
    'bad_usage',
    status === 'staged'
      ? `proposal ${id.slice(0, 8)} is a skill of its own already: "${into}"`
      : `proposal ${id.slice(0, 8)} (${operation}) was not refused as a duplicate, but by the rule "${rule}": ${reason}`,
    { hint: 'Only what was refused for, or brought into, another skill can be made a skill of its own.' },
  )
}
