import type { Course } from '../course.ts'
import { REVIEW, SESSIONS } from '../tasks.ts'

/** Three sessions of one task, and the draft that comes of them. */
export async function learn(course: Course): Promise<void> {
  await course.cell('recorded', async () => {
    for (const prompt of SESSIONS) {
      await course.ask({ prompt, steps: REVIEW })
      await course.settle(prompt)
    }
    return SESSIONS.map((prompt) => course.isNot(prompt, 'success')).find((why) => why !== undefined)
  })
  await course.cell('drafted', async () => {
    const staged = await course.draft()
    course.skill = staged?.name ?? ''
    if (staged === undefined) return 'no draft'
    return staged.status === 'staged' ? undefined : `it is ${staged.status}`
  })
}
