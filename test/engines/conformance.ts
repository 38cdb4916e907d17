import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTranscript } from '../../src/engines/transcripts.ts'
import type { ReaderOutput, TurnOutput } from '../../src/transcript/reader.ts'
import { readerOf } from './loaded.ts'

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'transcripts')

/** A turn as a person reads it: how the prompt begins, the names of the tools in order (`!` failed, `?` unknown), the outcome. */
type Told = readonly [prompt: string, tools: string, outcome: TurnOutput['turn']['outcome']]

/** What a person reads in files. */
export type Expected = Readonly<Record<string, readonly Told[]>>

/** The rules that hold for every engine, run over its files: those of which is said what a person expects, and further ones. */
export function conforms(engine: string, expected: Expected, further: readonly string[] = []): void {
  const files = [...new Set([...Object.keys(expected), ...further])]
  it.each(Object.entries(expected))(`${engine}: %s reads as a person reads it`, async (file, told) => {
    const turns = (await turnsOf(engine, join(FIXTURES, file))).map(described)
    expect(turns).toEqual(
      told.map(([prompt, ...rest], i) => [turns[i]?.[0].startsWith(prompt) ? turns[i][0] : prompt, ...rest]),
    )
  })

  it.each(files)(
    `${engine}: every line of %s is used or skipped for a reason, and every turn is identified`,
    async (file) => {
      const outputs = read(engine, linesOf(file))
      const reported = outputs.filter((output) => output.kind !== 'turn').map((output) => output.line)
      expect(new Set(reported).size).toBe(reported.length)
      const turns = outputs.filter((output) => output.kind === 'turn')
      for (const { turn } of turns) {
        expect(turn.engine).toBe(engine)
        expect(turn.promptId).toBeTruthy()
        expect(turn.sessionId).toBeTruthy()
      }
      expect(new Set(turns.map(({ turn }) => `${turn.sessionId} ${turn.promptId}`)).size).toBe(turns.length)
    },
  )

  it.each(files)(`${engine}: reading %s on from any line gives the turns of one pass`, (file) => {
    const lines = linesOf(file)
    const whole = byPrompt(read(engine, lines))
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length), { maxLength: 4 }), (cuts) => {
        const seen = new Map<string, TurnOutput>()
        let from = 0
        let context = {}
        for (const cut of [...cuts, lines.length].sort((a, b) => a - b)) {
          if (cut < from) continue
          const reader = readerOf(engine, 'session', context)
          const outputs = lines.slice(from, cut).flatMap((line, i) => [...reader.push(line, position(from + i))])
          from = (reader.openAt()?.line ?? cut + 1) - 1
          context = reader.context()
          for (const [key, turn] of byPrompt([...outputs, ...reader.end()])) {
            // Gemini drops messages that a user went back behind: an earlier read may have seen them.
            if (engine !== 'gemini' || whole.has(key)) seen.set(key, turn)
          }
        }
        expect([...seen.values()].map(stable)).toEqual([...whole.values()].map(stable))
      }),
      { numRuns: 15, seed: 7 },
    )
  })

  it(`${engine}: never throws, whatever is lost or changed`, () => {
    const texts = files.map((file) => linesOf(file).filter((line) => line.length < 20_000))
    fc.assert(
      fc.property(fc.nat(texts.length - 1), mutation, (file, change) => {
        expect(() => read(engine, change(texts[file]!))).not.toThrow()
      }),
      { numRuns: 150, seed: 11 },
    )
  })
}

export async function turnsOf(engine: string, path: string): Promise<TurnOutput[]> {
  const turns: TurnOutput[] = []
  for await (const event of readTranscript(engine, path)) if (event.kind === 'turn') turns.push(event)
  return turns
}

export function described({ turn }: TurnOutput): Told {
  const tools = (turn.toolCalls ?? []).map((call) => call.name + (call.ok === null ? '?' : call.ok ? '' : '!'))
  return [turn.userInput, tools.join(' '), turn.outcome]
}

/** All outputs of a reader over lines held in memory. */
export function read(engine: string, lines: readonly string[]): ReaderOutput[] {
  const reader = readerOf(engine, 'session')
  return [...lines.flatMap((line, i) => [...reader.push(line, position(i))]), ...reader.end()]
}

const position = (index: number) => ({ line: index + 1, offset: index * 10 })
const linesOf = (file: string) =>
  readFileSync(join(FIXTURES, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
const stable = ({ turn, prompt }: TurnOutput) => ({ turn, prompt })
const byPrompt = (outputs: readonly ReaderOutput[]) =>
  new Map(outputs.flatMap((o) => (o.kind === 'turn' ? [[`${o.turn.promptId} ${o.prompt.line}`, o] as const] : [])))

/** Lines lost, doubled, swapped, cut, or with a piece of the JSON exchanged. */
const mutation = fc
  .array(
    fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('lose', 'double', 'swap', 'cut', 'null', 'number', 'list', 'text')),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((steps) => (lines: readonly string[]) => {
    const changed = [...lines]
    for (const [a, b, how] of steps) {
      if (changed.length === 0) break
      const i = a % changed.length
      const line = changed[i]!
      if (how === 'lose') changed.splice(i, 1)
      else if (how === 'double') changed.splice(i, 0, line)
      else if (how === 'swap') [changed[i], changed[b % changed.length]] = [changed[b % changed.length]!, line]
      else if (how === 'cut') changed[i] = line.slice(0, b % (line.length + 1))
      else changed[i] = exchanged(line, b, VALUES[how])
    }
    return changed
  })

const VALUES = { null: 'null', number: '-1e999', list: '[null,{"type":"text","text":7}]', text: '"__proto__"' } as const

/** The line with the value after its n-th colon replaced. */
function exchanged(line: string, n: number, value: string): string {
  const pieces = line.split(/(?<="):/)
  if (pieces.length < 2) return value
  const k = 1 + (n % (pieces.length - 1))
  const old = pieces[k]!
  pieces[k] = old.startsWith('"') ? old.replace(/^"(?:[^"\\]|\\.)*"/, value) : old.replace(/^[^,}\]]+/, value)
  return pieces.join(':')
}
