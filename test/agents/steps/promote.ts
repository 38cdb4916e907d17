import type { AgentRun } from '../agent-home.ts'
import type { Answered, Course, Finding } from '../course.ts'
import { textOf } from '../skill-text.ts'
import { COUNT, FAIL, FAILING, REVIEW, REWORDED_AGAIN, UNRELATED } from '../tasks.ts'

/** Whether the agent has the skill as one of its own: not before it is promoted, and then by each of its ways. */
export async function promote(course: Course): Promise<void> {
  const { home, skill } = course
  const { skillTool, invocation } = home.driver
  const isNamed = async (run: AgentRun) => {
    const [first] = (await course.ask(run)).requests
    await course.settle(run.prompt)
    return first?.text.includes(skill) === true
  }
  await course.cell('unlisted', async () =>
    (await isNamed({ prompt: FAILING, steps: FAIL }))
      ? 'the draft stands in a request that it was not offered for'
      : undefined,
  )
  await course.cell('listed', async () => {
    const { code, stderr } = await home.wayland(['--skills-promote', skill])
    if (code !== 0) return `promote: ${stderr.trim()}`
    return (await isNamed({ prompt: UNRELATED, steps: COUNT })) ? undefined : 'its name is not in the request body'
  })
  await course.cell('own tool', async () => {
    if (skillTool === undefined) return { none: 'the agent has no tool for skills' }
    const lines = await textOf(course)
    const { found, requests } = await loads(course, { prompt: REWORDED_AGAIN, steps: [skillTool(skill), ...REVIEW] })
    if (requests.some(({ text }) => lines.some((line) => text.includes(line)))) return found
    if (found === undefined) return 'loaded is counted, and nothing was read'
    const result = requests.at(1)?.messages.findLast(({ results }) => results > 0)?.text ?? 'nothing'
    return { none: `its tool gave no text here, and nothing is counted: ${result.slice(0, 120)}` }
  })
  await course.cell('by name', async () => {
    if (invocation === undefined) return { none: 'the agent takes no skill by name without a terminal' }
    const marks = [skill, STEPS]
    const { found, requests } = await loads(course, { prompt: invocation(skill), marks, steps: REVIEW })
    const sent = requests[0]?.messages.findLast(({ isUser, text }) => isUser && text.includes(STEPS))?.text
    if (found === undefined || sent === undefined || sent.includes(skill)) return found
    return { none: 'it puts the text in the place of the name, and reports to no hook which skill that was' }
  })
}

/** Stands in the text of every skill that was drafted from runs. */
const STEPS = '## Steps'

/** Whether a run counts the skill as loaded once more, and its requests. */
async function loads(course: Course, run: AgentRun): Promise<{ readonly found: Finding } & Answered> {
  const { loaded } = await course.drafted()
  const answered = await course.ask(run)
  await course.settle(run.prompt)
  const after = await course.drafted()
  const found = after.loaded === loaded + 1 ? undefined : `loaded ${loaded} before and ${after.loaded} after`
  return { ...answered, found }
}
