import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conforms, read } from '../conformance.ts'

// Rollouts of Codex 0.146.0 and of 0.169.0, which writes items: see test/fixtures/outcomes/README.md.

const NEW = ['ok', 'fixed', 'denied', 'aborted', 'compacted', 'steered'].map((name) => `codex-0.169.0/${name}.jsonl`)
const OLD = ['compacted', 'steered', 'forked'].map((name) => `codex-0.146.0/${name}.jsonl`)

describe('rollouts with items', () => {
  conforms(
    'codex',
    {
      '../outcomes/codex-0.169.0/compacted.jsonl': [
        ['tidy the changelog', 'exec_command', 'success'],
        ['show the date', 'exec_command', 'success'],
      ],
      // The message that steers belongs to the turn, which ends when the run ends.
      '../outcomes/codex-0.169.0/steered.jsonl': [
        ['tidy the changelog for the next release\n\nand the readme', 'exec_command exec_command', 'success'],
      ],
    },
    [...NEW, ...OLD].map((file) => `../outcomes/${file}`),
  )

  it('a compaction is no part of the turn before it', () => {
    for (const version of ['codex-0.146.0', 'codex-0.169.0'])
      expect(turns(recorded(`${version}/compacted.jsonl`)).map(({ turns }) => turns)).toEqual([2, 2])
  })

  it('a copy in a forked session is still the turn of the session that it came from', () => {
    const [copied, own] = turns(recorded('codex-0.146.0/forked.jsonl'))
    const [fork, origin] = recorded('codex-0.146.0/forked.jsonl')
      .filter((line) => line.includes('"session_meta"'))
      .map((line) => (JSON.parse(line) as { payload: { id: string } }).payload.id)
    expect([copied?.sessionId, own?.sessionId]).toEqual([origin, fork])
  })
})

describe('a prompt', () => {
  const lines = recorded('codex-0.169.0/ok.jsonl')
  const isPrompt = (line: string) => line.includes('"UserMessage"') || line.includes('"user.text"')
  const oldEvent = JSON.stringify({
    timestamp: '2026-11-22T13:36:00.000Z',
    type: 'event_msg',
    payload: { type: 'user_message', message: 'tidy the changelog for the next release' },
  })

  it('is one turn, whichever of its lines a file has, in whatever order', () => {
    const shapes = [...lines.filter(isPrompt), oldEvent]
    expect(shapes).toHaveLength(3)
    const at = lines.findIndex(isPrompt)
    const rest = lines.filter((line) => !isPrompt(line))
    fc.assert(
      fc.property(fc.shuffledSubarray(shapes, { minLength: 1 }), (some) => {
        const told = turns([...rest.slice(0, at), ...some, ...rest.slice(at)])
        expect(told.map(({ userInput, outcome, promptId }) => [userInput, outcome, promptId])).toEqual([
          ['tidy the changelog for the next release', 'success', turns(lines)[0]?.promptId],
        ])
      }),
      { numRuns: 60, seed: 5 },
    )
  })

  it('sent twice is two turns, but one where the task of the first still runs', () => {
    const at = lines.findIndex((line) => line.includes('"UserMessage"'))
    expect(
      turns([...lines.slice(0, at + 1), lines[at]!, ...lines.slice(at + 1)]).map(({ userInput }) => userInput),
    ).toEqual(['tidy the changelog for the next release'])
    expect(turns([...lines, ...lines.slice(1)])).toHaveLength(2)
  })

  it('is told from what the program put beside it', () => {
    const mixed = lines.map((line) =>
      line.includes('"user.text"')
        ? line
            .replace('"content":[', '"content":[{"type":"input_text","text":"<extra>not typed</extra>"},')
            .replace('"content_item_kinds":[', '"content_item_kinds":["hooks.additional_context",')
        : line,
    )
    const only = mixed.filter((line) => !line.includes('"UserMessage"'))
    expect(turns(only).map(({ userInput }) => userInput)).toEqual(['tidy the changelog for the next release'])
  })
})

describe('the end of a task', () => {
  const lines = recorded('codex-0.169.0/ok.jsonl')
  const ended = (change: (payload: Record<string, unknown>) => void) =>
    lines.map((line) => {
      const entry = JSON.parse(line) as { payload: Record<string, unknown> }
      if (entry.payload.type === 'task_complete') change(entry.payload)
      return JSON.stringify(entry)
    })

  it('with an error, or without an answer, is that of a run which broke off', () => {
    const failed = ended((payload) => Object.assign(payload, { error: { message: 'no' } }))
    const answerless = ended((payload) => Object.assign(payload, { last_agent_message: null }))
    expect([failed, answerless].flatMap(turns).map(({ outcome }) => outcome)).toEqual(['failure', 'failure'])
  })

  it('of another task says nothing of the turn', () => {
    const other = ended((payload) => Object.assign(payload, { turn_id: 'another', error: { message: 'no' } }))
    expect(turns(other).map(({ outcome }) => outcome)).toEqual(['success'])
  })
})

describe('a command inside another call', () => {
  it('is a call of its own, and one that the person ran is none', () => {
    const lines = recorded('codex-0.169.0/failing.jsonl')
    const without = lines.filter((line) => !line.includes('"function_call'))
    const [turn] = turns(without)
    expect(turn?.toolCalls?.map(({ input, ok, exitCode }) => [input, ok, exitCode])).toEqual([
      [{ cmd: 'cat nothing-there.md' }, false, 1],
    ])
    expect(turn?.outcome).toBe('failure')
    const own = without.map((line) => line.replace('"unified_exec_startup"', '"user_shell"'))
    expect(turns(own)[0]?.toolCalls).toEqual([])
  })
})

function recorded(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'outcomes', file), 'utf8')
  return text.split('\n').filter((line) => line !== '')
}

function turns(lines: readonly string[]) {
  return read('codex', lines).flatMap((output) => (output.kind === 'turn' ? [output.turn] : []))
}
