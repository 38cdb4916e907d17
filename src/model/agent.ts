import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHILD_MARK } from '../domain/child-mark.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Headless } from '../engines/headless.ts'
import { type ChildRun, endText, runChild } from '../platform/run-child.ts'
import type { ModelProvider, ModelQuestion } from './language-model.ts'

export interface AgentModelOptions {
  /** The agent's name for people. */
  readonly label: string
  /** Path of its program. */
  readonly program: string
  readonly headless: Headless
  readonly model: string | null
  /** Longest time of one call, in ms. */
  readonly timeoutMs: number
  /** The environment of this process, in which the agent finds its account. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * A model behind the agent that a person uses, run headless for each question in an empty folder. `WAYLAND_CHILD=1`
 * stops this package's hooks in it from recording, hinting and asking.
 */
export function openAgentModel({ label, program, headless, model, timeoutMs, env }: AgentModelOptions): ModelProvider {
  async function ask(question: ModelQuestion, signal: AbortSignal) {
    const folder = await mkdtemp(join(tmpdir(), FOLDER))
    try {
      const answerFile = join(folder, 'answer.txt')
      const output = await run(label, {
        ...{ program, folder, timeoutMs, signal, mostOutput: MOST_OUTPUT },
        words: headless.words({ model, answerFile }),
        env: { ...env, ...headless.env, WAYLAND_CHILD: '1' },
        input: promptOf(question),
      })
      const answer = headless.read(output, await smallText(answerFile))
      if (answer === undefined) throw new WaylandError('model_refused', `${label} ended without an answer`, TRY)
      return { ...answer, model: model ?? label }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return { kind: 'agent', name: model === null ? label : `${label} with ${model}`, ask }
}

/** Prefix of the temporary folders in which questions are asked. */
const FOLDER = 'wayland-question-'
const MOST_OUTPUT = 2 * 2 ** 20
const TRY = { hint: 'Run the agent once by hand, to see whether it is signed in; "wayland-core model" tries it.' }

/** A regular file of at most 2 MiB as text. */
async function smallText(file: string): Promise<string | undefined> {
  const info = await lstat(file).catch(() => undefined)
  return info?.isFile() === true && info.size <= MOST_OUTPUT ? await readFile(file, 'utf8') : undefined
}

const promptOf = ({ system, input, schema }: ModelQuestion): string =>
  `${CHILD_MARK}\n\n${system}\n\nThe JSON Schema of your answer:\n${JSON.stringify(schema)}\n\n${input}\n`

/** What the program printed. Throws `model_unavailable` where it did not end well. */
async function run(label: string, child: ChildRun): Promise<string> {
  const ended = await runChild(child)
  if (ended.how === 'exit' && ended.code === 0) return ended.output
  // Its stderr may hold a key or a text, and this message is kept.
  throw new WaylandError('model_unavailable', `${label} ${endText({ ...ended, errors: '' }, child)}`, TRY)
}
