import { spawn } from 'node:child_process'
import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHILD_MARK } from '../domain/child-mark.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Headless } from '../engines/headless.ts'
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
      const output = await run({
        ...{ program, label, folder, timeoutMs, signal },
        words: headless.words({ model, answerFile }),
        env: { ...env, WAYLAND_CHILD: '1' },
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

interface Run {
  readonly program: string
  readonly words: readonly string[]
  readonly label: string
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly input: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs a program and returns its stdout; the program and its children are ended after `timeoutMs`. */
async function run({ program, words, label, folder, env, input, timeoutMs, signal }: Run): Promise<string> {
  signal.throwIfAborted()
  const child = spawn(program, words, { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  const end = (how: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, how)
    } catch {
      // The process has already ended.
    }
  }
  let why: string | undefined
  const stop = (reason: string) => {
    why ??= reason
    end('SIGTERM')
    setTimeout(() => end('SIGKILL'), GRACE_MS).unref()
  }
  const late = setTimeout(() => stop(`did not answer within ${timeoutMs / 1000} s`), timeoutMs)
  const aborted = () => stop('was stopped')
  signal.addEventListener('abort', aborted, { once: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      let output = ''
      const unavailable = (what: string) => reject(new WaylandError('model_unavailable', `${label} ${what}`, TRY))
      child.on('error', () => unavailable(`cannot be started (${program})`))
      child.stdin.on('error', () => {})
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        output += part
        if (output.length > MOST_OUTPUT) stop(`printed more than ${MOST_OUTPUT / 2 ** 20} MiB`)
      })
      child.on('close', (code) => {
        if (why !== undefined) unavailable(why)
        else if (code === 0) resolve(output)
        else unavailable(`ended with exit code ${code}`)
      })
      child.stdin.end(input)
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', aborted)
    end('SIGKILL')
  }
}

/** Time between SIGTERM and SIGKILL, in ms. */
const GRACE_MS = 2_000
