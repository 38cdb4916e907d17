import type { DraftOutline } from '../../domain/draft/outline.ts'
import type { Session } from '../../domain/learning/evidence.ts'
import { promptLabel } from '../../domain/learning/prompt.ts'
import { REWORD } from '../../domain/learning/prompts/reword.ts'
import type { ProposedSkill } from '../../domain/learning/proposal.ts'
import { againText } from '../../domain/learning/review-text.ts'
import { asProposed, lostStep, rewordText } from '../../domain/learning/reword-text.ts'
import { sessionText } from '../../domain/learning/session-text.ts'
import { skillText } from '../../domain/learning/skill-text.ts'
import { draftSubject } from '../../domain/learning/subject.ts'
import { isDraft } from '../../domain/skill.ts'
import type { SessionKey } from '../../store/ports/review-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { composer, isUnedited, REWORDED } from '../drafts/composing.ts'
import { checkedSkill } from './checked-skill.ts'
import type { Conclusion, Due, Questions } from './pipe.ts'
import type { Rejections } from './rejections.ts'
import { resultOf } from './reviewed-proposal.ts'
import type { SkillStager } from './skill-stager.ts'
import { refusedBy, type Staged } from './staged.ts'

/** Each unedited draft of a streak that no model reworded; steps, name and evidence stay as the rules found them. */
export type Rewording = () => AsyncIterable<Due>

export interface RewordingParts extends Core<'store' | 'clock'> {
  readonly stager: Pick<SkillStager, 'reword'>
  /** Whether the files of a draft are still those that its row describes. */
  readonly isAsSeen: (row: SkillRecord) => Promise<boolean>
  readonly nearest: (text: string) => Promise<readonly SkillRecord[]>
  readonly notes: (projectDir: string | undefined) => Promise<string>
  readonly rejected: Rejections
  readonly redact: (text: string) => Promise<string>
}

interface Drafted {
  readonly row: SkillRecord
  readonly head: VersionRecord
  readonly outline: DraftOutline
  readonly runs: Session
}

const MAX_PROPOSALS = 20

export function createRewording(parts: RewordingParts): Rewording {
  const { store, stager } = parts

  async function* drafts(): AsyncGenerator<Due> {
    const staged = (await store.skills()).filter((skill) => skill.origin === 'auto' && isDraft(skill))
    for (const row of staged.sort((a, b) => a.createdAt - b.createdAt)) {
      const drafted = await dueDraft(row)
      if (drafted === undefined) continue
      yield {
        ...{ key: keyOf(row), subject: draftSubject(row.name), upTo: drafted.head.createdAt },
        reasons: ['the draft of a streak'],
        async first() {
          const text = `${REWORD.system}\n\n${await parts.redact(inputOf(drafted))}`
          return [{ prompt: promptLabel(REWORD), text }]
        },
        review: async (questions) => await reword(drafted, questions),
      }
    }
  }

  /**
   * The draft, if rules wrote it, no person changed it, its runs share a step, and its version was not reviewed;
   * otherwise undefined.
   */
  async function dueDraft(row: SkillRecord): Promise<Drafted | undefined> {
    const head = (await store.versions(row.id)).find(({ version }) => version === row.headVersion)
    if (head?.author !== 'auto' || !isUnedited(head) || row.altered) return undefined
    const before = await store.review(keyOf(row))
    const isDone = before !== undefined && before.upTo >= head.createdAt
    if (isDone && (before.state === 'reviewed' || before.attempts >= 2)) return undefined
    const turns = (await Promise.all(head.evidence.map((id) => store.explainTurn(id)))).flatMap((turn) => turn ?? [])
    if (turns.length < head.evidence.length) return undefined
    const trajectories = turns.map(({ trajectory }) => trajectory)
    const outline = (await composer()).outlineOf({ signature: row.signature ?? '', trajectories })
    // The runs of a task that a model found need not share a step: what they have in common, its words say.
    const isThin = outline.weak || outline.watching || row.status === 'watching'
    if ((isThin && !(await isMeant(row.name))) || !(await parts.isAsSeen(row))) return undefined
    const { engine = 'generic', projectDir } = trajectories.at(-1) ?? {}
    return { row, head, outline, runs: { engine, sessionId: '', projectDir, turns } }
  }

  /** Whether a model said that the draft's requests are one task. */
  const isMeant = async (name: string): Promise<boolean> =>
    (await store.modelProposals(MAX_PROPOSALS, name)).some(
      ({ operation, status }) => operation === 'recurring' && status === 'staged',
    )

  async function reword(drafted: Drafted, questions: Questions): Promise<Conclusion> {
    const { row, head } = drafted
    const told = (why: string, records: Conclusion['records'], staged?: Staged): Conclusion => ({
      ...{ reason: why, records },
      tell: (report) => report.reworded.push({ skill: row.name, reason: why, ...(staged && { staged }) }),
    })
    const input = inputOf(drafted)
    const { skill, reason } = await questions.ask(REWORD, input)
    if (skill === null) return told(`left as it is: ${reason}`, [])
    const { left, fallen, refusal } = await checked(asProposed(skill, row.name), input, drafted, questions)
    const staged = refusal === undefined ? await written(left, drafted) : refusedBy(refusal)
    const result = resultOf(staged, reason, fallen)
    const record = {
      ...{ id: `${REWORDED}${head.id}`, subject: draftSubject(row.name), skill: row.name, operation: 'reword' },
      ...{ ...result, proposal: JSON.stringify(left), calls: [...new Set(questions.calls)], at: +parts.clock.now() },
    }
    const why = staged.status === 'staged' ? result.reason : `refused (${staged.rule}): ${staged.reason}`
    return told(why, [record], staged)
  }

  /** Holds a rewording against the rules of every proposal and the steps that the runs share. */
  async function checked(skill: ProposedSkill, input: string, { row, outline, runs }: Drafted, questions: Questions) {
    return await checkedSkill(skill, {
      context: async ({ description }) => ({
        shown: sessionText(runs).shown,
        library: (await parts.nearest(description)).filter(({ name }) => name !== row.name).map(({ body }) => body),
        notes: await parts.notes(runs.projectDir),
        rejected: await parts.rejected(),
      }),
      further: (left) => (row.status === 'watching' ? undefined : lostStep(left, outline.procedure)),
      again: async (before, found) => {
        const { skill: answer } = await questions.ask(REWORD, againText(input, before, found))
        return answer === null ? null : asProposed(answer, row.name)
      },
      questions,
    })
  }

  async function written(skill: ProposedSkill, { row, head, outline, runs }: Drafted): Promise<Staged> {
    const { description, body } = skillText(skill, { signature: outline.signature, turns: runs.turns.length })
    const draft = (await composer()).worded(outline, { description, body })
    return await stager.reword(head.id, draft, {
      ...{ id: `${REWORDED}${head.id}`, turnIds: head.evidence, grade: 'staged' },
      reason: `worded by a language model from the evidence of ${row.headVersion}`,
    })
  }

  return drafts
}

const keyOf = ({ name }: SkillRecord): SessionKey => ({ engine: 'reword', sessionId: name })

const inputOf = ({ row, outline, runs }: Drafted): string =>
  rewordText(row.body, outline.procedure, sessionText(runs).text)
