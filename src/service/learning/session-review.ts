import type { Session } from '../../domain/learning/evidence.ts'
import { promptLabel } from '../../domain/learning/prompt.ts'
import { EXTRACT } from '../../domain/learning/prompts/extract.ts'
import { extractText, type FailedSkill, lookText } from '../../domain/learning/review-text.ts'
import { sessionText } from '../../domain/learning/session-text.ts'
import { sessionSubject } from '../../domain/learning/subject.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Clock } from '../clock.ts'
import type { Due, Questions } from './pipe.ts'
import type { ProposalDecider } from './proposal-decision.ts'
import type { Rejections } from './rejections.ts'
import { concluded } from './reviewed-proposal.ts'

/** What a model is asked about one session: it proposes, and rules decide. */
export type SessionReview = (session: Session, reasons: readonly string[]) => Pick<Due, 'first' | 'review'>

export interface SessionReviewParts {
  readonly clock: Clock
  readonly redact: (text: string) => Promise<string>
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

export function createSessionReview(parts: SessionReviewParts): SessionReview {
  /** The context that a question about a session includes. */
  const material = async (session: Session) => ({
    near: await parts.nearest(session.turns.map(({ trajectory }) => trajectory.userInput).join('\n')),
    notes: await parts.notes(session.projectDir),
    rejected: await parts.rejected(),
    failed: await parts.failed(session),
  })

  const inputOf = (
    session: Session,
    { near, ...given }: Awaited<ReturnType<typeof material>>,
    seen: readonly string[],
  ) => extractText({ ...given, session: sessionText(session).text, skills: near, seen })

  /** The proposal, after the files that the model requested were sent, up to the limit. */
  async function extract(session: Session, given: Awaited<ReturnType<typeof material>>, questions: Questions) {
    const seen: string[] = []
    for (;;) {
      const input = inputOf(session, given, seen)
      const answer = await questions.ask(EXTRACT, input)
      const { projectDir } = session
      const isDone = answer.look.length === 0 || answer.operation !== 'none'
      if (isDone || projectDir === undefined || seen.length >= MAX_LOOKS) return { answer, input }
      for (const { tool, path } of answer.look.slice(0, MAX_LOOKS - seen.length))
        seen.push(lookText(tool, path, await parts.look(projectDir, tool, path)))
    }
  }

  return (session, reasons) => ({
    async first() {
      const text = await parts.redact(inputOf(session, await material(session), []))
      return [{ prompt: promptLabel(EXTRACT), text: `${EXTRACT.system}\n\n${text}` }]
    },
    async review(questions) {
      const given = await material(session)
      const { answer, input } = await extract(session, given, questions)
      const subject = sessionSubject(session)
      const source = `session ${session.sessionId} of ${session.engine}`
      const { shown } = sessionText(session)
      const made = await parts.decide(answer, { ...given, subject, source, shown, prompt: EXTRACT, input }, questions)
      return concluded(reasons.join(', '), made, subject, parts.clock.now().getTime())
    },
  })
}
