import { CHILD_MARK } from '../domain/child-mark.ts'
import { commandOf, failureLeft } from '../domain/outcome.ts'
import type { HeadlessTask, TaskCall } from '../engines/headless.ts'
import { endMarked } from '../platform/end-marked.ts'
import { endText, runChild } from '../platform/run-child.ts'
import type { AgentEnd, AgentTask } from '../service/schedule/agent-runner.ts'

export interface AgentProgram {
  /** Its name for people. */
  readonly label: string
  /** Path of its program. */
  readonly program: string
  readonly task: HeadlessTask
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Longest output of a run, in characters. */
const MOST_OUTPUT = 8 * 2 ** 20

/**
 * Gives an agent a prompt in a project's folder, and its report, or why there is none, to the command `to`. It asks and refuses as the person
 * has set it up. Throws the reason of a signal that is aborted.
 */
export async function runAgent(asked: AgentTask, { label, program, task, env }: AgentProgram): Promise<AgentEnd> {
  const { id, prompt, projectDir, words, timeoutMs, said, signal } = asked
  const common = {
    folder: projectDir,
    env: { ...env, WAYLAND_CHILD: '1', [FIRE]: id },
    signal,
    mostOutput: MOST_OUTPUT,
  }
  try {
    const ended = await runChild({
      ...{ ...common, said, program, words: [...task.words(null), ...words], timeoutMs, keeps: task.needs },
      input: task.keepsSession ? `${CHILD_MARK}\n\n${prompt}` : prompt,
    })
    const run = task.read(ended.output)
    const isOver = ended.how === 'exit' && ended.code === 0
    // OpenCode stops at a call that is not allowed, and ends with 0.
    const denied = isOver ? deniedCall(run.calls) : undefined
    const what =
      denied ??
      (isOver && run.ended ? failedCall(run.calls) : endText(ended, { timeoutMs, mostOutput: MOST_OUTPUT }, run.fault))
    const how = ended.how === 'late' ? 'timed_out' : what === undefined ? 'succeeded' : 'failed'
    const why = what === undefined ? null : `${label} ${what}`
    const passed = asked.to === undefined ? undefined : await passOn(asked.to, run.report ?? why ?? '', common)
    return {
      how,
      exitCode: ended.code,
      calls: run.calls.map(({ denied: _, ...call }) => call),
      why: [why, passed].filter(Boolean).join('; ') || null,
    }
  } finally {
    endMarked(FIRE, id)
  }
}

/** What the processes of a run have in their environment. */
export const FIRE = 'WAYLAND_FIRE'

/** What went wrong with the command that gets the output; undefined where nothing did. */
async function passOn(
  command: string,
  output: string,
  common: Omit<Parameters<typeof runChild>[0], 'program' | 'words' | 'input' | 'timeoutMs'>,
): Promise<string | undefined> {
  const shell = { ...common, program: '/bin/sh', words: ['-c', command], input: output, timeoutMs: PASS_ON_MS }
  const ended = await runChild(shell)
  return ended.how === 'exit' && ended.code === 0 ? undefined : `the command of --to ${endText(ended, shell)}`
}

const PASS_ON_MS = 60_000

/** The last call, where it was not allowed. */
function deniedCall(calls: readonly TaskCall[]): string | undefined {
  const last = calls.at(-1)
  return last?.denied === true
    ? `was not allowed ${callText(last)}: allow it in its settings or with --agent-words, since a run without a person cannot ask`
    : undefined
}

/** The call by which a run that came to its end has failed, by the rule for turns. */
function failedCall(calls: readonly TaskCall[]): string | undefined {
  const failed = failureLeft(calls)
  if (failed === undefined) return undefined
  const code = failed.exitCode === undefined ? '' : ` with exit code ${failed.exitCode}`
  return `was done, but ${callText(failed)} failed${code}`
}

function callText({ name, input }: TaskCall): string {
  const command = commandOf({ input })?.split('\n')[0]?.slice(0, MOST_COMMAND)
  return command === undefined ? `its call of ${name}` : `"${command}"`
}

const MOST_COMMAND = 120
