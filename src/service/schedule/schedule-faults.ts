import { asWaylandError } from '../../domain/errors.ts'
import { readPlan } from '../../domain/schedule/read-plan.ts'
import type { Core } from '../core.ts'
import type { AgentRunner } from './agent-runner.ts'
import type { ScheduledSkills } from './scheduled-skills.ts'

/** Why the next run of a schedule would fail. */
export interface ScheduleFault {
  readonly id: string
  readonly found: string
  /** What a person can do about it. */
  readonly fix: string
  /** It is in what we keep; else around it: its agent or project is missing. */
  readonly isKept: boolean
}

export interface ScheduleFaultParts extends Core<'store'> {
  readonly skills: Pick<ScheduledSkills, 'render'>
  readonly runner: Pick<AgentRunner, 'lacks'>
}

/** The schedules whose next run would fail; one that is done has none. */
export async function scheduleFaults({ store, skills, runner }: ScheduleFaultParts): Promise<readonly ScheduleFault[]> {
  const found: ScheduleFault[] = []
  for (const { id, skill, state, plan: text } of await store.schedules()) {
    if (state === 'done') continue
    const short = id.slice(0, 8)
    const name = `schedule ${short} (${skill})`
    const anew = `Remove it and add it again: wayland-core schedule show ${short}`
    const copied = `Bring its copy up to date, or remove the schedule: wayland-core schedule refresh ${short}`
    const plan = readPlan(text)
    if ('fault' in plan) {
      found.push({ id, found: `${name} cannot be read: ${plan.fault}`, fix: anew, isKept: true })
      continue
    }
    const copy = await skills.render(skill, '', { engine: plan.engine }).then(
      (rendered) => (rendered === undefined ? 'its copy of the skill is gone' : undefined),
      (error: unknown) => asWaylandError(error).message,
    )
    if (copy !== undefined) found.push({ id, found: `${name} cannot run: ${copy}`, fix: copied, isKept: true })
    const around = await runner.lacks(plan)
    const mend = `Bring it back, or remove the schedule: wayland-core schedule remove ${short}`
    if (around !== undefined) found.push({ id, found: `${name} cannot run: ${around}`, fix: mend, isKept: false })
  }
  return found
}
