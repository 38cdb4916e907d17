// How many recurring tasks of real developers become skills with a model that reads the requests, and how many drafts are of
// one task? As `bench:real-tasks`, with default settings; then `learn --recurring` in each home by the provider `handoff`.
// Answers are those recorded in test/fixtures/meaning, or, with BENCH_ANSWERS=<folder>, files <developer>.answer.json there:
// a question without one is written beside as <developer>.question.json, and the next run goes on from the answers.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecurringAnswer } from '../../src/domain/learning/prompts/recurring.ts'
import type { SkillLoop } from '../../src/index.ts'
import { requestId } from '../../src/service/learning/recurrence.ts'
import { type DraftEvent, developers } from './developers.ts'

/** An answer with lines of the data in place of ids, which differ between homes. */
interface RecordedAnswer {
  readonly tasks: readonly { readonly task: string; readonly why: string; readonly lines: readonly number[] }[]
}

const { draftsOf, report } = await developers('bench:meaning')
const folder = process.env.BENCH_ANSWERS
const recorded = new URL('../fixtures/meaning/', import.meta.url).pathname
const sums = { calls: 0, waiting: 0, refused: [] as string[] }

const drafts = await draftsOf({ 'model.provider': 'handoff' }, async (loop, dev, lines) => {
  await loop.learning.learn({ recurring: 'only' })
  for (const { id, input, system } of await loop.learning.modelQuestions()) {
    sums.calls++
    const shown = withLines(input, lines)
    const answer = answerOf(dev)
    if (answer !== undefined) await loop.learning.answerQuestion(id, withIds(answer, shown.ids), 'recorded')
    else {
      sums.waiting++
      if (folder === undefined) continue
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${dev}.question.json`), JSON.stringify({ system, input: shown.text }, null, 1))
    }
  }
  await tell(await loop.learning.learn({ recurring: 'only' }), lines)
})
if (sums.waiting > 0) {
  console.log(`${sums.waiting} questions wait for an answer${folder === undefined ? '' : ` in ${folder}`}`)
  process.exit(3)
}
report(
  'without the model',
  drafts.filter((draft) => !isMeant(draft)),
  false,
)
report('by the model alone', drafts.filter(isMeant), false)
report('both', drafts)
console.log(
  `calls: ${sums.calls}; groups refused: ${sums.refused.length === 0 ? 'none' : `\n  ${sums.refused.join('\n  ')}`}`,
)

function isMeant({ skill }: DraftEvent): boolean {
  return skill.startsWith('meant ')
}

function answerOf(dev: string): RecordedAnswer | undefined {
  const file = join(folder ?? recorded, `${dev}.answer.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedAnswer) : undefined
}

/** The question with a line of the data for each id, and the ids by line. */
function withLines(input: string, lines: ReadonlyMap<string, number>) {
  const lineOf = new Map([...lines].map(([turnId, line]) => [requestId(turnId), line]))
  const ids = new Map<number, string>()
  const text = input.replace(/^r[0-9a-f]{6}(?= s\d)/gm, (id) => {
    const line = lineOf.get(id) ?? -1
    ids.set(line, id)
    return String(line)
  })
  return { text, ids }
}

function withIds({ tasks }: RecordedAnswer, ids: ReadonlyMap<number, string>): RecurringAnswer {
  // A later version may show other requests than the recorded answer is about.
  return {
    tasks: tasks.map(({ task, why, lines }) => ({
      task,
      name: '',
      why,
      requests: lines.flatMap((line) => ids.get(line) ?? []),
    })),
  }
}

async function tell(
  { tasks }: Awaited<ReturnType<SkillLoop['learning']['learn']>>,
  lines: ReadonlyMap<string, number>,
) {
  for (const { task, status, rule, reason, requests } of tasks)
    if (status === 'refused')
      sums.refused.push(`${rule}: "${task}" (lines ${requests.map((id) => lines.get(id)).join(', ')}): ${reason}`)
}
