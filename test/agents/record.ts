import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { HINT_MARK } from '../../src/domain/hint-text.ts'
import type { AgentHome } from './agent-home.ts'
import type { AgentProgram } from './programs.ts'

/** Where the recorded files of programs lie. */
export const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'agents')

/** What is left of a value: texts up to a length, lists up to a number of items. */
interface Bounds {
  readonly text: number
  readonly items: number
}

/** Longer texts are the agents' own instructions, and no reader needs them. */
const LINE: Bounds = { text: 300, items: 12 }
/** Lines that are long even so are nothing but that: their shape is enough. */
const LONG_LINE: Bounds = { text: 40, items: 3 }
const LONGEST_LINE = 3_000
/** What we put before a model stays whole up to this length. */
const LONGEST_OF_OURS = 2_000

/** Keeps what a program wrote as a fixture: session files and calls of our hooks, with paths and ids made neutral. */
export function record(home: AgentHome, { binary, version }: AgentProgram): void {
  const folder = join(FIXTURES, `${binary}-${version}`)
  rmSync(folder, { recursive: true, force: true })
  const neutral = neutralizer(home)
  const { sessions } = home.driver
  const files = filesBelow(join(home.home, sessions)).filter((file) => /\.jsonl?$/.test(file))
  for (const file of files)
    write(join(folder, neutral(relative(home.home, file))), shortened(neutral(readFileSync(file, 'utf8'))))
  if (existsSync(home.calls)) write(join(folder, 'calls.jsonl'), callsOf(neutral(readFileSync(home.calls, 'utf8'))))
  const events = join(home.root, 'events.jsonl')
  if (existsSync(events)) cpSync(events, join(folder, 'events.jsonl'))
}

/** Replaces what belongs to this machine and this run: folders, ports, and ids by numbered ones. */
function neutralizer({ home, root, main, model }: AgentHome): (text: string) => string {
  const ids = new Map<string, string>()
  const numbered = (id: string) => {
    const n = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, n)
    return n
  }
  const dashed = (path: string) => path.replaceAll('/', '-')
  const places: readonly (readonly [string, string])[] = [
    [main, '/usr/lib/wayland-core/dist/cli/main.js'],
    [home, '/home/person'],
    [root, '/tmp/run'],
    [dashed(home), dashed('/home/person')],
    [dashed(home).slice(1), dashed('/home/person').slice(1)],
    [process.execPath, '/usr/bin/node'],
    [model.url, 'http://127.0.0.1:8080'],
  ]
  return (text) =>
    places
      .reduce((all, [from, to]) => all.replaceAll(from, to), text)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, numbered)
}

/** Lines of JSON with long texts and lists cut. */
function shortened(text: string): string {
  const lines = text.split('\n').map((line) => {
    if (line === '') return ''
    try {
      const value: unknown = JSON.parse(line)
      const once = JSON.stringify(cut(value, LINE))
      return once.length <= LONGEST_LINE || isOurs(once) ? once : JSON.stringify(cut(value, LONG_LINE))
    } catch {
      return line
    }
  })
  return lines.join('\n')
}

function cut(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return cutText(value, bounds.text)
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => cut(item, bounds))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, cut(of, bounds)]))
}

function cutText(text: string, longest: number): string {
  if (text.length <= (isOurs(text) ? LONGEST_OF_OURS : longest)) return text
  return `${text.slice(0, longest / 2)} … ${text.slice(-longest / 4)}`
}

const isOurs = (text: string) => text.includes(HINT_MARK) || text.includes('## Steps')

/** Calls of the program, in their order, without what depends on the moment. */
function callsOf(text: string): string {
  const lines = text.trimEnd().split('\n')
  const calls = lines.map((line) => JSON.parse(line) as { at: number; words: string[]; input: string; output: string })
  return calls
    .sort((a, b) => a.at - b.at)
    .map(({ words, input }) => `${JSON.stringify({ words, input: cut(jsonOr(input), LINE) })}\n`)
    .join('')
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Every file at a path or below it, by its whole path. */
export function filesBelow(path: string): readonly string[] {
  if (!existsSync(path)) return []
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path]
}
