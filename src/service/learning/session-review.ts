import type { Session } from '../../domain/learning/evidence.ts'
import { EXTRACT } from '../../domain/learning/prompts/extract.ts'
import type { Proposal } from '../../domain/learning/proposal.ts'
import { extractText, type FailedSkill, lookText } from '../../domain/learning/review-text.ts'
import { sessionText } from '../../domain/learning/session-text.ts'
import { sessionSubject } from '../../domain/learning/subject.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { ProposalDecider } from './proposal-decision.ts'
import type { Questions } from './questions.ts'
import type { Rejections } from './rejections.ts'
import type { ProposalOutcome } from './reviewed-proposal.ts'

/** Reviews one session: a model proposes, and rules decide. Throws what the questions throw. */
export type SessionReview = (session: Session, questions: Questions) => Promise<ProposalOutcome>

export interface SessionReviewParts {
  /** Skills in use with the text most similar to this one, most similar first. */
  readonly nearest: (text: string) => Promise<readonly SkillRecord[]>
  /** A project's notes for agents; '' where there are none. */
  readonly notes: (projectDir: string | undefined) => Promise<string>
  /** A file or folder of the project as text, bounded and redacted, or why it is not shown. */
  readonly look: (projectDir: string, tool: 'read_file' | 'list', path: string) => Promise<string>
  readonly rejected: Rejections
  readonly failed: FailedUses
  readonly decide: ProposalDecider
}

/** The skills with which a run of the session failed, with their current texts. */
export type FailedUses = (session: Session) => Promise<readonly FailedSkill[]>

/** Files and folders of the project that one review may request in all. */
const MAX_LOOKS = 8

export function createSessionReview({
  nearest,
  notes,
  look,
  rejected,
  failed,
  decide,
}: SessionReviewParts): SessionReview {
  const review: SessionReview = async (session, questions) => {
    const { shown } = sessionText(session)
    const given = await material(session)
    const { answer, input } = await extract(session, given, questions)
    const source = `session ${session.sessionId} of ${session.engine}`
    const grounds = { ...given, subject: sessionSubject(session), source, shown, prompt: EXTRACT, input }
    return await decide(answer, grounds, questions)
  }

  /** The context that a question about a session includes. */
  const material = async (session: Session) => ({
    near: await nearest(session.turns.map(({ trajectory }) => trajectory.userInput).join('\n')),
    notes: await notes(session.projectDir),
    rejected: await rejected(),
    failed: await failed(session),
  })

  /** The proposal, after the files that the model requested were sent, up to the limit. */
  async function extract(
    session: Session,
    given: Awaited<ReturnType<typeof material>>,
    questions: Questions,
  ): Promise<{ readonly answer: Proposal; readonly input: string }> {
    const seen: string[] = []
    for (;;) {
      const input = extractText({
        session: sessionText(session).text,
        skills: given.near,
        notes: given.notes,
        rejected: given.rejected,
        failed: given.failed,
        seen,
      })
      const answer = await questions.ask(EXTRACT, input)
      const { projectDir } = session
      const isDone = answer.look.length === 0 || answer.operation !== 'none'
      if (isDone || projectDir === undefined || seen.length >= MAX_LOOKS) return { answer, input }
      for (const { tool, path } of answer.look.slice(0, MAX_LOOKS - seen.length))
        seen.push(lookText(tool, path, await look(projectDir, tool, path)))
    }
  }

  return review
}
