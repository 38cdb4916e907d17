import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import type { ModelAnswer, ModelProvider } from './language-model.ts'

/** A question that waits in the folder, as it is written there. */
export interface HandedQuestion {
  readonly id: string
  readonly purpose: string
  readonly system: string
  readonly input: string
  readonly schema: unknown
}

/**
 * A model that is asked through files: each question waits as `<id>.question.json` until a program or a person writes
 * `<id>.answer.json` (`{ id, value, model?, usage? }`) beside it. Both are removed once the answer is stored in the
 * database. Throws `storage_unavailable` where a file cannot be written or removed.
 */
export function openHandoff(folder: string): ModelProvider {
  return {
    kind: 'handoff',
    name: 'handoff',
    async ask({ id, purpose, system, input, schema }, signal) {
      signal.throwIfAborted()
      const answer = await takenAnswer(folder, id)
      if (answer !== undefined) return answer
      await writeQuestion(folder, { id, purpose, system, input, schema })
      return 'waiting'
    },
    async settled(id) {
      // The answer goes last: a question without one would be given to a person again.
      for (const part of ['question', 'answer']) {
        const file = join(folder, `${id}.${part}.json`)
        await rm(file, { force: true }).catch(told(`${file} cannot be removed, and its answer is stored`))
      }
    },
  }
}

/** The waiting questions, ordered by file name. */
export async function openQuestions(folder: string): Promise<readonly HandedQuestion[]> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  const found: HandedQuestion[] = []
  for (const name of names.toSorted()) {
    const id = /^([0-9a-f]{32})\.question\.json$/.exec(name)?.[1]
    if (id === undefined || names.includes(`${id}.answer.json`)) continue
    const read = await readSmall(join(folder, name))
    if (read !== undefined && (read as HandedQuestion).id === id) found.push(read as HandedQuestion)
  }
  return found
}

/** Writes the answer to a question that waits. Throws `bad_usage` where none of this id does. */
export async function answerQuestion(folder: string, id: string, value: unknown, model?: string): Promise<void> {
  const waits = (await openQuestions(folder)).some((one) => one.id === id)
  if (!waits) throw new WaylandError('bad_usage', `no question "${id.slice(0, 40)}" waits for an answer`)
  await writeWhole(join(folder, `${id}.answer.json`), { id, value, ...(model === undefined ? {} : { model }) })
}

const MOST_BYTES = 2 * 2 ** 20

async function writeQuestion(folder: string, question: HandedQuestion): Promise<void> {
  const file = join(folder, `${question.id}.question.json`)
  if ((await lstat(file).catch(() => undefined)) !== undefined) return
  await writeWhole(file, question)
}

/** Writes a file atomically, readable by its owner only. */
async function writeWhole(file: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 2)}\n`
  const beside = `${file}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(beside, text, { mode: 0o600 })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    told(`${file} cannot be written`)(error)
  }
}

/** Throws a fault of a file as `storage_unavailable`. */
const told =
  (what: string) =>
  (error: unknown): never => {
    throw new WaylandError('storage_unavailable', `${what} (${(error as Error).message})`, { cause: error })
  }

async function takenAnswer(folder: string, id: string): Promise<ModelAnswer | undefined> {
  const file = join(folder, `${id}.answer.json`)
  if ((await lstat(file).catch(() => undefined)) === undefined) return undefined
  const read = await readSmall(file)
  const answer = typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : undefined
  if (answer?.id !== id || !('value' in answer)) {
    await rename(file, `${file}.rejected`).catch(() => {})
    throw new WaylandError(
      'model_refused',
      `${file} is no answer to its question; it was put aside as ${id}.answer.json.rejected`,
      {
        hint: 'Write { "id", "value" } there, with the id of the question and a value of its schema.',
      },
    )
  }
  const model = typeof answer.model === 'string' ? answer.model.slice(0, 100) : 'handoff'
  return { text: JSON.stringify(answer.value), model, usage: usageOf(answer.usage) }
}

function usageOf(usage: unknown): ModelAnswer['usage'] {
  const { input, output } = (usage ?? {}) as { readonly input?: unknown; readonly output?: unknown }
  return Number.isSafeInteger(input) && Number.isSafeInteger(output) && Number(input) >= 0 && Number(output) >= 0
    ? { input: Number(input), output: Number(output) }
    : 'unknown'
}

/** The JSON of a regular file of at most 2 MiB; undefined for anything else. */
async function readSmall(file: string): Promise<unknown> {
  try {
    const info = await lstat(file)
    if (!info.isFile() || info.size > MOST_BYTES) return undefined
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
