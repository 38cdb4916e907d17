import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { CHILD_MARK } from '../domain/child-mark.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Sample } from '../domain/proof/sample.ts'
import type { ProofTask } from '../domain/proof/task.ts'
import { formatSkillMd } from '../domain/skill-md-format.ts'
import type { HeadlessTask, TaskRun } from '../engines/headless.ts'
import { endText, runChild } from '../platform/run-child.ts'
import type { Scorer } from '../service/proof/scorer.ts'
import { git, withoutGit } from './git.ts'
import { makeTrialFolder, sweepTrials, type TrialFolder } from './trial-folder.ts'

export interface AgentScorerOptions extends ProjectSkill {
  /** The agent as we name it, its name for people, and its program. */
  readonly name: string
  readonly label: string
  readonly program: string
  readonly task: HeadlessTask
  readonly model: string | null
  /** Arguments that the person adds, such as what the agent may do without asking. */
  readonly words: readonly string[]
  /** Folders of the person's own skills that this agent reads. */
  readonly ownSkills: readonly string[]
  /** Longest time of the agent, and of `setup` and `check` each, in ms. */
  readonly timeoutMs: number
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Tries a text with the person's own agent: in a throw-away copy of the task's repository it is given the prompt, with the skill
 * among the project's or without it, and `check` decides. The agent asks and refuses as the person has set it up. Throws
 * `unavailable` where a task has no check, or where the agent ends with an error before it did anything.
 */
export async function openAgentScorer(options: AgentScorerOptions): Promise<Scorer> {
  const { skill, ownSkills, label } = options
  for (const folder of ownSkills)
    if ((await lstat(join(folder, skill.name)).catch(() => undefined)) !== undefined)
      throw new WaylandError(
        'unavailable',
        `${label} has the skill ${skill.name} in ${folder}, also without this text`,
        {
          hint: 'Archive the skill, or move that folder away, while its worth is measured.',
        },
      )
  await sweepTrials()
  return {
    name: 'agent',
    setting: JSON.stringify([options.name, options.model, options.words]),
    isFree: false,
    async try(text, task, _repeat, signal) {
      if (task.check === undefined || task.check.trim() === '')
        throw new WaylandError('unavailable', `Task ${task.id} has no check`, {
          hint: 'Give it "check": a shell command that ends with 0 where the task is done.',
        })
      const env = { ...withoutGit(options.env), WAYLAND_CHILD: '1' }
      const trial = await makeTrialFolder(task, env, signal)
      try {
        return await tryOnce({ options, text, task, trial, signal, env: { ...env, ...trial.env } })
      } finally {
        await trial.remove()
      }
    },
  }
}

interface Trial {
  readonly options: AgentScorerOptions
  readonly text: string | undefined
  readonly task: ProofTask
  readonly trial: TrialFolder
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
}

const MOST_OUTPUT = 64 * 2 ** 20

async function tryOnce({ options, text, task, trial: { work }, signal, env }: Trial): Promise<Sample> {
  const { skill, timeoutMs, label } = options
  const common = { folder: work, env, timeoutMs, signal, mostOutput: MOST_OUTPUT }
  const shell = async (command: string) =>
    await runChild({ ...common, program: '/bin/sh', words: ['-c', command], input: '' })
  const ready = task.setup === undefined ? undefined : await shell(task.setup)
  if (ready !== undefined && (ready.how !== 'exit' || ready.code !== 0))
    throw new WaylandError('unavailable', `The setup of task ${task.id} ${endText(ready, common)}`)
  await withoutSkill(work, options)
  if (text !== undefined) await putSkill(work, options, text, common)
  const began = performance.now()
  const ended = await runChild({
    ...{ ...common, program: options.program, words: [...options.task.words(options.model), ...options.words] },
    input: options.task.keepsSession ? `${CHILD_MARK}\n\n${task.prompt}` : task.prompt,
    keeps: options.task.needs,
  })
  const ms = Math.round(performance.now() - began)
  const run = options.task.read(ended.output)
  const isDown = ended.how !== 'late' && !run.ended && run.calls.length === 0
  if (isDown) throw new WaylandError('unavailable', `${label} did nothing: it ${endText(ended, common, run.fault)}`)
  const seen = {
    ...{
      activated: text !== undefined && isLoaded(run, skill.name),
      toolCalls: run.calls.length,
      tokens: run.usage,
      ms,
    },
  }
  if (ended.how === 'late') return { ...seen, score: 0, timedOut: true, note: `${label} ${endText(ended, common)}` }
  // Both arms are checked in the same tree.
  await withoutSkill(work, options)
  const checked = await shell(task.check ?? '')
  const isDone = checked.how === 'exit' && checked.code === 0
  const broke = run.ended ? '' : `${label} ${endText(ended, common, run.fault)}; `
  const note = isDone ? broke.slice(0, -2) : `${broke}the check ${endText(checked, common)}`
  return { ...seen, score: isDone ? 1 : 0, timedOut: checked.how === 'late', ...(note === '' ? {} : { note }) }
}

/** Whether a call loaded the skill: by the agent's tool for skills, or by reading its file. */
const isLoaded = ({ calls }: TaskRun, name: string): boolean =>
  calls.some(({ name: tool, input, ok }) => {
    if (ok === false) return false
    const text = JSON.stringify(input) ?? ''
    return text.includes(`/${name}/SKILL.md`) || (/skill/i.test(tool) && text.includes(JSON.stringify(name)))
  })

/** A skill that is put into a project for one try. */
interface ProjectSkill {
  /** Front matter of the skill whose body is tried. */
  readonly skill: { readonly name: string; readonly description: string }
  /** Folders of skills in a project, such as `.claude/skills`, that agents read: it is put into the first. */
  readonly projectSkills: readonly [string, ...(readonly string[])]
}

/** The skill as it lies in the repository is none of the arms. */
async function withoutSkill(work: string, { projectSkills, skill }: ProjectSkill): Promise<void> {
  for (const folder of projectSkills) {
    await insistInside(work, folder)
    await rm(join(work, folder, skill.name), { recursive: true, force: true })
  }
}

/** A link in the repository could lead to the person's own skills. */
async function insistInside(work: string, folder: string): Promise<void> {
  const real = await realpath(join(work, folder)).catch(() => undefined)
  if (real === undefined || real.startsWith(`${await realpath(work)}${sep}`)) return
  throw new WaylandError('unavailable', `${folder} of the repository is a link to ${real}, outside the copy`, {
    hint: 'Give tasks a commit without that link.',
  })
}

/** Writes SKILL.md where the agent finds it and git does not show it. */
async function putSkill(
  work: string,
  { projectSkills: [skills], skill }: ProjectSkill,
  body: string,
  where: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  const folder = join(work, skills, skill.name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), formatSkillMd({ ...skill, metadata: {}, body }))
  const exclude = await git(['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude'], where)
  await mkdir(join(exclude, '..'), { recursive: true })
  await writeFile(exclude, `**/${skills}/${skill.name}/\n`, { flag: 'a' })
}
