import { setsTask } from '../draft/question.ts'
import { namesTask } from '../draft/request-words.ts'

/**
 * The request with its first sentence that sets a task moved to the front: sentences before it say less of the task.
 */
export function headFirst(text: string): string {
  const sentences = text.split(SENTENCE)
  const at = Math.max(0, sentences.findIndex(setsTask))
  const [head = '', ...rest] = [...sentences.slice(at), ...sentences.slice(0, at)]
  return [...orderFirst(head), ...rest].join(' ')
}

const SENTENCE = /(?<=[.!?;])\s+|\n+/

/** Splits off a lead-up: "Look at the changes in this branch and update the docs" gives "update the docs" first. */
function orderFirst(sentence: string): readonly string[] {
  const [leadUp] = LEAD_UP.exec(sentence) ?? []
  const order = leadUp === undefined ? '' : sentence.slice(leadUp.length)
  return leadUp !== undefined && namesTask(order) ? [order, leadUp] : [sentence]
}

const LEAD_UP =
  /^(?:(?:ok|and|so|now|please|can|could|would|will|you|we|let's|just|have|take|a|also|again)\b[\s,]*)*(?:look|check|see|read|go)\b[^,]{3,80}?(?:,? and |,? then |, )(?:(?:and|then|also|please|can|could|you|we|should|let's)\s+)*/i
