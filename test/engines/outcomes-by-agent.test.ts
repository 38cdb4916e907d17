import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readerOf } from './loaded.ts'
import { givenByPlugin } from './opencode/recorded.ts'

// What agents wrote, one folder for each agent and version, one file for each case: see the README.md beside them.

const RECORDED = join(import.meta.dirname, '..', 'fixtures', 'outcomes')

/** What a case comes to in every agent. Each is one request; a file may hold further ones, which went well. */
const CASES = {
  ok: 'success',
  failing: 'failure',
  fixed: 'success',
  'api-error': 'failure',
  denied: 'unknown',
  aborted: 'unknown',
  'max-turns': 'failure',
} as const
type Case = keyof typeof CASES

/** Every agent's folder must hold these. */
const NEEDED: readonly Case[] = ['ok', 'failing', 'fixed', 'api-error', 'denied', 'aborted']

/** Not recorded; test/engines/opencode/plugin-turn.test.ts has them in the shapes that OpenCode writes. */
const NOT_RECORDED: Readonly<Record<string, readonly Case[]>> = { 'opencode-1.18.33': ['fixed', 'aborted'] }

/** The request that was made in each case. */
const REQUEST = 'tidy the changelog for the next release'

/** OpenCode has no transcript: its plugin gives turns away. */
type Source = string | 'opencode'

const AGENTS: readonly (readonly [folder: string, source: Source])[] = [
  ['claude-code-2.1.197', 'claude-code'],
  ['claude-code-2.1.330', 'claude-code'],
  ['codex-0.146.0', 'codex'],
  ['codex-0.169.0', 'codex'],
  ['opencode-1.18.33', 'opencode'],
  ['gemini-0.61.0', 'gemini'],
  ['pi-0.87.1', 'pi'],
  ['qwen-0.24.4', 'qwen'],
]

/** Where an agent writes nothing of what happened, a run that broke off ends in its middle: nobody knows, and it is no success. */
const UNTOLD: readonly string[] = ['gemini-0.61.0/api-error']

describe.each(AGENTS)('%s', (folder, source) => {
  const cases = (Object.keys(CASES) as Case[]).filter((name) => existsSync(file(folder, name)))

  it('was recorded in every case that it can be brought to', () => {
    expect(cases).toEqual(
      expect.arrayContaining(NEEDED.filter((name) => NOT_RECORDED[folder]?.includes(name) !== true)),
    )
  })

  it.each(cases)('%s comes to the same as in every other agent', async (name) => {
    const recorded = file(folder, name)
    const turns = source === 'opencode' ? await givenByPlugin(recorded) : read(source, recorded).turns
    const expected = UNTOLD.includes(`${folder}/${name}`) ? 'unknown' : CASES[name]
    expect(turns.map(({ userInput, outcome }) => [userInput, outcome])).toEqual([[REQUEST, expected]])
  })

  it.runIf(source !== 'opencode')('wrote no line of a kind that is not known', () => {
    const unknown = readdirSync(join(RECORDED, folder)).flatMap((name) =>
      read(source as string, join(RECORDED, folder, name)).unknown.map((line) => `${name}:${line}`),
    )
    expect(unknown).toEqual([])
  })
})

function file(folder: string, name: string): string {
  return join(RECORDED, folder, `${name}.jsonl`)
}

function read(engine: string, path: string) {
  const reader = readerOf(engine, 'session')
  const lines = readFileSync(path, 'utf8').split('\n')
  const outputs = [
    ...lines.flatMap((line, i) => (line === '' ? [] : [...reader.push(line, { line: i + 1, offset: i * 10 })])),
    ...reader.end(),
  ]
  return {
    turns: outputs.flatMap((output) => (output.kind === 'turn' ? [output.turn] : [])),
    unknown: outputs.flatMap((output) =>
      output.kind === 'skipped' && /unknown|malformed/.test(output.reason) ? [`${output.line} ${output.reason}`] : [],
    ),
  }
}
