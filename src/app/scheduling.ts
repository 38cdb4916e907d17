import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Engine } from '../engines/engine.ts'
import { ENGINES } from '../engines/engines.ts'
import { findEngineProgram } from '../engines/find-engine-program.ts'
import { FIRE, runAgent } from '../firing/agent-run.ts'
import { endMarked } from '../platform/end-marked.ts'
import { processIsAlive } from '../platform/process.ts'
import type { AgentRunner } from '../service/schedule/agent-runner.ts'
import { createFiring } from '../service/schedule/firing.ts'
import { createScheduledSkills, type ScheduledSkills } from '../service/schedule/scheduled-skills.ts'
import { createSchedules, type Schedules } from '../service/schedule/schedules.ts'
import { openScheduledFolder } from '../store/scheduled-folder.ts'
import type { CoreServices } from './core-services.ts'
import type { Recording } from './recording.ts'
import { requireDatabase } from './storage.ts'

/** The parts that run skills at their time. */
export interface Scheduling {
  readonly schedules: Schedules
  readonly skills: ScheduledSkills
}

/** Throws `storage_unavailable` without a database, and `bad_usage` for a user of the bank, for whom no daemon fires. */
export function wireScheduling(base: CoreServices, recording: () => Promise<Recording>): Scheduling {
  const { config, store } = base
  requireDatabase(config, store, 'a schedule')
  if (config.dataDir === null) throw new WaylandError('storage_unavailable', 'a schedule needs a data folder')
  if (config.settings.user !== null)
    throw new WaylandError('bad_usage', `no daemon fires schedules for the user "${config.settings.user}"`, {
      hint: 'Leave out --user: schedules belong to the person who runs the daemon.',
    })
  const copies = openScheduledFolder(join(config.dataDir, 'scheduled'))
  const skills = createScheduledSkills({ ...base, copies })
  const runner = agentRunner(config)
  const own = { ...base, skills, runner, copies, pid: process.pid }
  const firing = createFiring({
    ...{ ...own, alive: processIsAlive },
    record: async (turn) => await (await recording()).recorder.endOfRun(turn),
  })
  return { skills, schedules: createSchedules({ ...own, firing }) }
}

type Able = Engine & Required<Pick<Engine, 'program' | 'task'>>

function agentRunner(config: Pick<Config, 'childEnv' | 'searchPath'>): AgentRunner {
  const able = (ENGINES as readonly Engine[]).filter(
    (one): one is Able => one.task !== undefined && one.program !== undefined,
  )
  const names = able.map(({ name }) => name).join(', ')
  const programOf = async (one: Able) => await findEngineProgram(one, config.searchPath)
  async function missing({ engine, projectDir }: Parameters<AgentRunner['lacks']>[0]): Promise<string | undefined> {
    const one = able.find(({ name }) => name === engine)
    if (one === undefined) return `"${engine}" is no agent that works without a window`
    if ((await programOf(one)) === undefined) return `${one.label} is missing: "${one.program.binary}" is not in PATH`
    const isFolder = await stat(projectDir).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isFolder ? undefined : `the project folder ${projectDir} is gone`
  }
  return {
    async agent(name) {
      for (const one of able)
        if (name === undefined ? await programOf(one) : one.name === name)
          return { name: one.name, isHere: (await programOf(one)) !== undefined }
      const what =
        name === undefined
          ? 'none of the agents that work without a window is in PATH'
          : `--engine "${name}" is no agent that works without a window`
      throw new WaylandError('bad_option', what, { hint: `Agents: ${names}.` })
    },
    lacks: missing,
    async run(asked) {
      const why = await missing(asked)
      const one = able.find(({ name }) => name === asked.engine)
      const found = one && (await programOf(one))
      if (one === undefined || found === undefined || why !== undefined)
        return { how: 'failed', why: why ?? 'its agent went away', exitCode: null }
      // The keys go to the servers of their models alone.
      const { WAYLAND_MODEL_KEY: _, ...env } = config.childEnv()
      return await runAgent(asked, { label: one.label, program: found.path, task: await one.task(), env })
    },
    endLeft: (id) => endMarked(FIRE, id),
  }
}
