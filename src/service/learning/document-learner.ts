import { fingerprint } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import {
  type DocumentBlock,
  type DocumentPart,
  type Passage,
  partsOf,
  passagesOf,
} from '../../domain/learning/document.ts'
import { documentText } from '../../domain/learning/document-text.ts'
import { promptLabel, questionOf } from '../../domain/learning/prompt.ts'
import { EXTRACT_DOCUMENT } from '../../domain/learning/prompts/extract-document.ts'
import { extractText } from '../../domain/learning/review-text.ts'
import { passageSubject } from '../../domain/learning/subject.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { type AskedReviewParts, askedReviews, type Reviewed, type Run } from './asked-review.ts'
import { mostTokens } from './asking.ts'
import { count, type Draft, emptyReport, type LearnReport, totals } from './learn-report.ts'
import type { Learner, LearnOptions } from './learner.ts'
import type { ProposalDecider } from './proposal-decision.ts'
import { proposalReview } from './proposal-review.ts'
import type { Questions } from './questions.ts'
import type { Rejections } from './rejections.ts'
import type { ProposalOutcome } from './reviewed-proposal.ts'

export interface DocumentLearnerParts extends AskedReviewParts {
  readonly newRun: () => Promise<Run>
  /** Reads a file. Throws `not_found` and `bad_file`. */
  readonly read: (path: string) => Promise<{
    readonly name: string
    readonly folder: string
    readonly blocks: readonly DocumentBlock[]
  }>
  readonly redact: (text: string) => Promise<string>
  readonly nearest: (text: string) => Promise<readonly SkillRecord[]>
  readonly notes: (folder: string) => Promise<string>
  readonly rejected: Rejections
  readonly decide: ProposalDecider
}

/** A passage with the question about it. */
interface Asked extends Reviewed {
  readonly name: string
  readonly passage: Passage
  readonly near: readonly SkillRecord[]
  readonly notes: string
  readonly input: string
}

/** Passages of one document that are reviewed; the rest is left out, which the report says. */
const MAX_PASSAGES = 60
/** Limit of calls after a first question: its repair; the question once more, two audits, judgement and edits, each with a repair. */
const FURTHER_CALLS = 11

/** Learns from documents: each passage is reviewed once, whichever file it is in. */
export function createDocumentLearner(parts: DocumentLearnerParts): Learner {
  const { store, read, redact, nearest, notes, rejected, decide } = parts
  const review = proposalReview(askedReviews(parts), parts.clock)

  async function learn(options: LearnOptions): Promise<LearnReport> {
    const report = emptyReport()
    const due: Asked[] = []
    // Two files may have the same text.
    for (const path of new Set(options.documents))
      for (const asked of await passagesIn(path, options, report))
        if (due.some(({ key }) => key.sessionId === asked.key.sessionId)) count(report, 'given twice')
        else due.push(asked)
    if (options.dryRun === true) {
      for (const { subject, input } of due)
        report.questions.push({
          subject,
          reasons: [],
          prompt: promptLabel(EXTRACT_DOCUMENT),
          text: `${EXTRACT_DOCUMENT.system}\n\n${input}`,
        })
      return totals(report, undefined)
    }
    const asker = await parts.newRun()
    options.onPlan?.({
      passages: due.length,
      tokens: due.reduce((sum, { input }) => sum + mostTokens(questionOf(EXTRACT_DOCUMENT, input, '')), 0),
      furtherCalls: FURTHER_CALLS,
    })
    for (const [i, asked] of due.entries()) {
      options.onProgress?.(`passage ${i + 1} of ${due.length}`)
      await review(asked, asker, report, async (questions) => await propose(asked, questions))
      if (report.stopped !== undefined) break
    }
    return totals(report, asker)
  }

  /** The passages of a file that were not reviewed before. */
  async function passagesIn(path: string, { documents = [] }: LearnOptions, report: Draft): Promise<readonly Asked[]> {
    try {
      const { name, folder, blocks } = await read(path)
      const known: DocumentPart[] = []
      for (const part of partsOf(blocks))
        known.push({ ...part, text: await redact(part.text), heading: await redact(part.heading) })
      const passages = passagesOf(known)
      const asked: Asked[] = []
      for (const [i, passage] of passages.slice(0, MAX_PASSAGES).entries()) {
        const at = { number: i + 1, of: passages.length }
        const one = reviewable(name, passage, at)
        if ((await store.review(one.key))?.state === 'reviewed') count(report, 'reviewed before')
        else asked.push(await withText(one, name, folder, passage, at))
      }
      for (const _ of passages.slice(MAX_PASSAGES)) count(report, `beyond the first ${MAX_PASSAGES} passages`)
      return asked
    } catch (error) {
      const fault = asWaylandError(error)
      if (documents.length === 1 || fault.kind === 'unavailable') throw fault
      report.failed.push({ subject: path, why: `${fault.message.replace(`${path}: `, '')}. ${fault.hint}` })
      return []
    }
  }

  async function withText(
    one: Reviewed,
    name: string,
    folder: string,
    passage: Passage,
    at: { readonly number: number; readonly of: number },
  ): Promise<Asked> {
    const near = await nearest(passage.map(({ heading, text }) => `${heading}\n${text}`).join('\n'))
    const said = await notes(folder)
    const input = extractText({
      session: documentText(name, passage, at),
      skills: near,
      notes: said,
      rejected: await rejected(),
      seen: [],
    })
    return { ...one, name, passage, near, notes: said, input: await redact(input) }
  }

  async function propose(asked: Asked, questions: Questions): Promise<ProposalOutcome> {
    const { name, passage, input } = asked
    const shown = new Map(passage.map((part) => [part.id, part]))
    const source = `document "${name.slice(0, 80)}"`
    const grounds = { ...asked, shown, source, document: name, prompt: EXTRACT_DOCUMENT }
    const made = await decide(await questions.ask(EXTRACT_DOCUMENT, input), grounds, questions)
    return { ...made, reason: `document; ${made.reason}` }
  }

  return { learn: async (options = {}) => await learn(options) }
}

/** A passage is identified by its text: a copy in a file of another name is not reviewed again. */
function reviewable(name: string, passage: Passage, at: { readonly number: number; readonly of: number }): Reviewed {
  const sessionId = fingerprint(JSON.stringify(passage.map(({ id, heading, text }) => [id, heading, text])))
  return {
    subject: passageSubject(name, at, sessionId),
    key: { engine: 'document', sessionId },
    upTo: 0,
  }
}
