import type { Answered, Course } from '../course.ts'
import { follow, hintIn } from '../hint.ts'
import type { Asked } from '../script.ts'
import { textOf } from '../skill-text.ts'
import { REVIEW, REWORDED } from '../tasks.ts'

/** Another wording of the task: the hint, the read that it asks for, and the credit. */
export async function offer(course: Course): Promise<void> {
  const lines = await textOf(course)
  let answered: Answered | undefined
  await course.cell('hinted', async () => {
    const reads = (asked: Asked) => follow(asked, REVIEW[0])
    answered = await course.ask({ prompt: REWORDED, steps: [reads, ...REVIEW] })
    await course.settle(REWORDED)
    const [first] = answered.requests
    return first !== undefined && hintIn(first)?.includes(course.skill) ? undefined : 'no hint in the request body'
  })
  if (course.verdicts.hinted?.state !== 'ok') return
  await course.cell('followed', () => {
    const last = answered?.requests.at(-1)
    if (lines.some((line) => last?.text.includes(line))) return undefined
    const read = answered?.requests.at(1)?.messages.findLast(({ results }) => results > 0)?.text
    return `the text of the skill never reached the model: ${(read ?? answered?.said ?? '').slice(0, 300)}`
  })
  await course.cell('credited', async () => {
    const { loaded, successes } = await course.drafted()
    if (course.verdicts.followed?.state !== 'ok')
      return loaded > 0 ? 'loaded is counted, and nothing was read' : 'nothing was read'
    if (loaded === 1 && successes === 1) return undefined
    return `loaded ${loaded}, successes ${successes}; ${course.isNot(REWORDED, 'success') ?? 'the turn is a success'}`
  })
}
