import { fingerprint } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import {
  type DocumentBlock,
  type DocumentPart,
  documentText,
  type Passage,
  partsOf,
  passagesOf,
} from '../../domain/learning/document.ts'
import { promptLabel, questionOf } from '../../domain/learning/prompt.ts'
import { EXTRACT_DOCUMENT } from '../../domain/learning/prompts/extract.ts'
import { extractText } from '../../domain/learning/review-text.ts'
import { passageSubject } from '../../domain/learning/subject.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { count, type Draft } from './learn-report.ts'
import { mostTokens } from './model-questions.ts'
import type { Due, Reviewed } from './pipe.ts'
import type { ProposalDecider } from './proposal-decision.ts'
import type { Rejections } from './rejections.ts'
import { concluded } from './reviewed-proposal.ts'

export interface DocumentReviewParts extends Core<'store' | 'clock'> {
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

/** A passage with the upper bound of the tokens of its first question with the answer. */
export interface DuePassage extends Due {
  readonly tokens: number
}

/** The passages of documents that were not reviewed before: each once, whichever file it is in. */
export type DocumentReview = (paths: readonly string[], report: Draft) => Promise<readonly DuePassage[]>

/** Passages of one document that are reviewed; the rest is left out, which the report says. */
const MAX_PASSAGES = 60

export function createDocumentReview(parts: DocumentReviewParts): DocumentReview {
  const { store, clock, read, redact, nearest, notes, rejected, decide } = parts

  /** The passages of a file that were not reviewed before. */
  async function passagesIn(path: string, isOnly: boolean, report: Draft): Promise<readonly DuePassage[]> {
    try {
      const { name, folder, blocks } = await read(path)
      const known: DocumentPart[] = []
      for (const part of partsOf(blocks))
        known.push({ ...part, text: await redact(part.text), heading: await redact(part.heading) })
      const passages = passagesOf(known)
      const asked: DuePassage[] = []
      for (const [i, passage] of passages.slice(0, MAX_PASSAGES).entries()) {
        const at = { number: i + 1, of: passages.length }
        const one = reviewable(name, passage, at)
        if ((await store.review(one.key))?.state === 'reviewed') count(report, 'reviewed before')
        else asked.push(await duePassage(one, name, folder, passage, at))
      }
      for (const _ of passages.slice(MAX_PASSAGES)) count(report, `beyond the first ${MAX_PASSAGES} passages`)
      return asked
    } catch (error) {
      const fault = asWaylandError(error)
      if (isOnly || fault.kind === 'unavailable') throw fault
      report.failed.push({ subject: path, why: `${fault.message.replace(`${path}: `, '')}. ${fault.hint}` })
      return []
    }
  }

  async function duePassage(
    one: Reviewed,
    name: string,
    folder: string,
    passage: Passage,
    at: { readonly number: number; readonly of: number },
  ): Promise<DuePassage> {
    const near = await nearest(passage.map(({ heading, text }) => `${heading}\n${text}`).join('\n'))
    const said = await notes(folder)
    const given = { skills: near, notes: said, rejected: await rejected(), seen: [] }
    const input = await redact(extractText({ session: documentText(name, passage, at), ...given }))
    const shown = new Map(passage.map((part) => [part.id, part]))
    const source = `document "${name.slice(0, 80)}"`
    const grounds = { ...one, near, notes: said, input, shown, source, document: name, prompt: EXTRACT_DOCUMENT }
    return {
      ...{ ...one, reasons: [], tokens: mostTokens(questionOf(EXTRACT_DOCUMENT, input, '')) },
      first: async () => [{ prompt: promptLabel(EXTRACT_DOCUMENT), text: `${EXTRACT_DOCUMENT.system}\n\n${input}` }],
      async review(questions) {
        const made = await decide(await questions.ask(EXTRACT_DOCUMENT, input), grounds, questions)
        return concluded('document', made, one.subject, clock.now().getTime())
      },
    }
  }

  return async (paths, report) => {
    const due: DuePassage[] = []
    // Two files may have the same text.
    for (const path of new Set(paths))
      for (const asked of await passagesIn(path, paths.length === 1, report))
        if (due.some(({ key }) => key.sessionId === asked.key.sessionId)) count(report, 'given twice')
        else due.push(asked)
    return due
  }
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
