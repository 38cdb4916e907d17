import type { AgentHome } from './agent-home.ts'
import type { Mode } from './cells.ts'
import { Course } from './course.ts'
import { breakOff } from './steps/break-off.ts'
import { type Connection, connect, disconnect } from './steps/connect.ts'
import { learn } from './steps/learn.ts'
import { offer } from './steps/offer.ts'
import { promote } from './steps/promote.ts'

/** Drives one program through the whole loop in one home. What could not be reached has no verdict. */
export async function drive(home: AgentHome, mode: Mode): Promise<Course> {
  const course = new Course(home, mode)
  let connection: Connection | undefined
  await course.cell('connected', async () => {
    connection = await connect(home)
    return connection.wrong
  })
  await learn(course)
  if (course.skill !== '') {
    await offer(course)
    await promote(course)
  }
  await breakOff(course)
  await course.cell('words', () => {
    const strange = course.recorded.find(({ request }) => !course.asked.includes(request))
    return strange === undefined ? undefined : `recorded "${strange.request.slice(0, 160)}"`
  })
  if (connection !== undefined) await disconnect(course, connection)
  return course
}
