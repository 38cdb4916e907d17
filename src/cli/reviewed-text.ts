import type { ReviewSummary } from '../app/skill-loop.ts'

/** What a model looked at so far and what the last days cost, in a line; undefined where nothing was. */
export function reviewedText({ counts, spending }: ReviewSummary): string | undefined {
  const done = KINDS.flatMap(([kind, one, more]) => {
    const n = sum(
      counts.filter((count) => count.kind === kind && count.state === 'reviewed').map(({ reviews }) => reviews),
    )
    return n === 0 ? [] : [`${n} ${n === 1 ? one : more}`]
  })
  const waiting = sum(counts.filter(({ state }) => state === 'waiting').map(({ reviews }) => reviews))
  if (done.length === 0 && waiting === 0) return undefined
  const last = Math.max(...counts.map(({ lastAt }) => lastAt))
  return [
    done.length === 0 ? 'nothing yet' : done.join(', '),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for an answer or a budget`]),
    `the last on ${new Date(last).toISOString().slice(0, 10)}`,
    costText(spending),
  ].join('; ')
}

const KINDS = [
  ['session', 'session', 'sessions'],
  ['recurring', 'project', 'projects'],
  ['reword', 'draft', 'drafts'],
  ['document', 'passage of a document', 'passages of documents'],
] as const

function costText(spending: ReviewSummary['spending']): string {
  const calls = sum(spending.map((one) => one.calls - one.waiting))
  const tokens = sum(spending.map(({ input, output }) => input + output))
  const unknown = sum(spending.map((one) => one.unknown))
  const known = `${calls} ${calls === 1 ? 'call' : 'calls'} and ${tokens} tokens in 30 days`
  return unknown === 0 ? known : `${known}, and those of ${unknown} ${unknown === 1 ? 'call' : 'calls'} unknown`
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
