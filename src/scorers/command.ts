import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { type ChildEnd, type ChildRun, endText, runChild } from '../platform/run-child.ts'
import type { Scorer } from '../service/proof/scorer.ts'

export interface CommandScorerOptions {
  /** A line for the shell. */
  readonly command: string
  /** Where it runs. */
  readonly folder: string
  /** Longest time of one try, in ms. */
  readonly timeoutMs: number
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * A scorer that is any command: it gets the text on stdin and prints a number from 0 to 1 as its last line. The task is JSON in
 * the file `WAYLAND_TASK_FILE`; `WAYLAND_SKILL` is `with` or `without`, and `WAYLAND_REPEAT` counts from 0. Throws
 * `unavailable` where it does not end with 0 or prints no such number.
 */
export function openCommandScorer({ command, folder, timeoutMs, env }: CommandScorerOptions): Scorer {
  const limits = { timeoutMs, mostOutput: MOST_OUTPUT }
  return {
    name: 'command',
    setting: command,
    isFree: false,
    async try(text, task, repeat, signal) {
      const place = await mkdtemp(join(tmpdir(), 'wayland-command-'))
      try {
        const file = join(place, 'task.json')
        await writeFile(file, JSON.stringify(task))
        const began = performance.now()
        const ended = await runChild({
          ...{ ...limits, program: '/bin/sh', words: ['-c', command], folder, signal },
          env: {
            ...{ ...env, WAYLAND_CHILD: '1', WAYLAND_TASK_FILE: file, WAYLAND_REPEAT: String(repeat) },
            WAYLAND_SKILL: text === undefined ? 'without' : 'with',
          },
          input: text ?? '',
        })
        const timedOut = ended.how === 'late'
        return {
          ...{ score: timedOut ? 0 : scoreOf(ended, limits, task.id), timedOut, activated: null, toolCalls: null },
          ...{ tokens: 'unknown', ms: Math.round(performance.now() - began) },
          ...(timedOut ? { note: `it ${endText(ended, limits)}` } : {}),
        }
      } finally {
        await rm(place, { recursive: true, force: true })
      }
    },
  }
}

const MOST_OUTPUT = 2 * 2 ** 20

type Limits = Pick<ChildRun, 'timeoutMs' | 'mostOutput'>

function scoreOf(ended: ChildEnd, limits: Limits, task: string): number {
  const fault = (what: string) =>
    new WaylandError('unavailable', `For task ${task} the scoring command ${what}`, {
      hint: 'Run the command once by hand; tries that ended well are kept, and the next run goes on from them.',
    })
  if (ended.how !== 'exit' || ended.code !== 0) throw fault(endText(ended, limits))
  const last = ended.output.trimEnd().split('\n').at(-1)?.trim() ?? ''
  const score = last === '' ? Number.NaN : Number(last)
  if (score >= 0 && score <= 1) return score
  throw fault(last === '' ? 'printed nothing' : `printed "${last.slice(0, 80)}" last, which is no number from 0 to 1`)
}
