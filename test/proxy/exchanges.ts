import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A request as a client sent it and its answer as the server gave it; headers are names and values in turns. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
  readonly body: string
  readonly status: number
  readonly answerHeaders: readonly string[]
  readonly answer: string
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'exchanges')

/** The recorded exchanges of each conversation, in order. */
export const EXCHANGES: Readonly<Record<string, readonly Exchange[]>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => [basename(name, '.jsonl'), exchangesIn(name)]),
)

function exchangesIn(name: string): readonly Exchange[] {
  const lines = readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Exchange)
}
