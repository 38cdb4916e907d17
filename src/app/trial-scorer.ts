import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { ENGINES } from '../engines/engines.ts'
import { findEngineProgram } from '../engines/find-engine-program.ts'
import { SKILL_ROOTS } from '../engines/skill-folders.ts'
import { openAgentScorer } from '../scorers/agent.ts'
import { openCommandScorer } from '../scorers/command.ts'
import { openReplayScorer } from '../service/proof/replay-scorer.ts'
import type { AskedProgram, Scorer } from '../service/proof/scorer.ts'
import type { SkillBenchParts } from '../service/proof/skill-bench.ts'

/** Opens scorers for texts of a skill on tasks, as `openTrialScorer` does; a replay needs no program. */
export const trialScorers =
  (config: Pick<Config, 'childEnv' | 'searchPath' | 'engines'>): SkillBenchParts['scorer'] =>
  async (asked, skill, tasks) =>
    asked.name === 'replay' ? openReplayScorer(tasks) : await openTrialScorer(asked, skill, config)

/**
 * The scorer asked for, for texts of the skill. Throws `bad_option` where there is no such agent, and `scorer_failed` where the
 * agent would have the skill anyway.
 */
export async function openTrialScorer(
  asked: AskedProgram,
  skill: { readonly name: string; readonly description: string },
  config: Pick<Config, 'childEnv' | 'searchPath' | 'engines'>,
): Promise<Scorer> {
  // The keys go to the servers of their models alone.
  const { WAYLAND_MODEL_KEY: _, WAYLAND_VECTORS_KEY: __, ...env } = config.childEnv()
  const common = { timeoutMs: asked.timeoutMs, env }
  if (asked.name === 'command') return openCommandScorer({ ...common, command: asked.command, folder: asked.folder })
  const able = ENGINES.filter(({ name, task }) => task !== undefined && (asked.agent === null || name === asked.agent))
  for (const { name, label, program, skills, task } of able) {
    const found = program && (await findEngineProgram({ program }, config.searchPath))
    if (found === undefined || skills === undefined || task === undefined) continue
    const reads = skills.readsInProject ?? skills.reads
    const [first = 'agents', ...others] = [...new Set([...reads, ...SKILL_ROOTS])]
    const inProject = (root: string) => `.${root}/skills`
    return await openAgentScorer({
      ...{ ...common, name, label, skill, program: found.path, task: await task(), model: null, words: asked.words },
      projectSkills: [inProject(first), ...others.map(inProject)],
      ownSkills: skills.reads.flatMap((root) => config.engines[root] ?? []).map((folder) => join(folder, 'skills')),
    })
  }
  const known = ENGINES.filter(({ task }) => task !== undefined).map(({ name }) => name)
  const what =
    able.length === 0
      ? `the agent "${asked.agent}" cannot try tasks`
      : `none of these programs is found: ${able.flatMap(({ program }) => program?.binary ?? []).join(', ')}`
  throw new WaylandError('bad_option', what, { hint: `Agents that try tasks: ${known.join(', ')}; put one into PATH.` })
}
