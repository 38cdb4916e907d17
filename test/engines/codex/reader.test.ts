import { describe, expect, it } from 'vitest'
import { conforms, described, type Expected, FIXTURES, read, turnsOf } from '../conformance.ts'

// Written by reading the files.
const EXPECTED: Expected = {
  // An editor's context stands above each request; three reads fail and are put right.
  'codex/agentcmd-rollout-2025-09-24T20-12-23-01997ea4-a70d-7da3-8c20-c736db82a7c5.jsonl': [
    ['When I load the dashboard, I see 4 queries.', `shell! shell! shell shell!${' shell'.repeat(12)}`, 'success'],
    ["so prefetching isn't slowing down data loading", '', 'success'],
  ],
  'codex/made-turn-events.jsonl': [
    ['run the go tests', 'exec_command!', 'failure'],
    ['fix the parser', 'apply_patch shell', 'success'],
    ['rename the module', 'shell?', 'unknown'],
    ['bump the version', '', 'failure'],
    ['look up the licence', 'docs__read?', 'success'],
  ],
  'codex-exec-json/stream-output-2.jsonl': [['', 'command_execution', 'success']],
  'codex-exec-json/stream-output-3.jsonl': [['', 'file_change', 'success']],
}

describe('codex transcripts', () => {
  conforms('codex', EXPECTED)

  it("names a turn by the engine's turn id, and reads exit codes in the head of an output only", async () => {
    const turns = await turnsOf('codex', `${FIXTURES}/codex/made-turn-events.jsonl`)
    expect(turns.map(({ turn }) => turn.promptId)).toEqual(['11', '12', '13', '14', '15'])
    expect(turns[1]!.turn).toMatchObject({ sessionId: '0199-made', projectDir: '/proj/app', turns: 3 })
    expect(turns[1]!.turn.toolCalls![1]).toMatchObject({ exitCode: 0, ok: true, cwd: '/proj/app/cmd' })
  })

  it('skips the prompts of a subagent, and takes rolled-back turns back', () => {
    const event = (payload: object) => JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type: 'event_msg', payload })
    const said = (message: string) => [
      event({ type: 'user_message', message }),
      event({ type: 'agent_message', message: 'Done.' }),
    ]
    const meta = (source: unknown) => JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/p', source } })
    const outcomes = (lines: string[]) =>
      read('codex', lines).flatMap((output) => (output.kind === 'turn' ? [output.turn.outcome] : []))
    expect(outcomes([meta({ subagent: 'review' }), ...said('look')])).toEqual([])
    const rolledBack = event({ type: 'thread_rolled_back', num_turns: 2 })
    expect(outcomes([meta('cli'), ...said('a'), ...said('b'), ...said('c'), rolledBack, ...said('d')])).toEqual([
      'success',
      'unknown',
      'unknown',
      'success',
    ])
  })

  const event = (payload: object) => ({ timestamp: '2026-01-01T00:00:00Z', type: 'event_msg', payload })
  const item = (payload: object) => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload })
  const call = (id: string) =>
    item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"npm test"}', call_id: id })
  const output = (id: string, text: string) => item({ type: 'function_call_output', call_id: id, output: text })
  const prompt = (message: string, kind?: string) => event({ type: 'user_message', message, ...(kind && { kind }) })
  const done = event({ type: 'agent_message', message: 'Done.' })
  const turnsIn = (...lines: object[]) =>
    read(
      'codex',
      lines.map((line) => JSON.stringify(line)),
    ).flatMap((out) => (out.kind === 'turn' ? [described(out)] : []))

  it('takes the words that the program sends in the person’s name for no prompts', () => {
    expect(
      turnsIn(
        prompt('<environment_context>\n<cwd>/p</cwd>\n</environment_context>', 'environment_context'),
        prompt('<user_instructions>\nBe brief.\n</user_instructions>', 'user_instructions'),
        prompt('fix it', 'plain'),
        done,
      ),
    ).toEqual([['fix it', '', 'success']])
  })

  it('learns how a call went from its event, before the output or after it', () => {
    const ended = event({ type: 'exec_command_end', call_id: 'c', exit_code: 1 })
    const running = output('c', 'Process running with session ID 7')
    const failed = [['test', 'exec_command!', 'failure']]
    expect(turnsIn(prompt('test'), call('c'), ended, running, done)).toEqual(failed)
    expect(turnsIn(prompt('test'), call('c'), running, ended, done)).toEqual(failed)
    const refused = event({ type: 'mcp_tool_call_end', call_id: 'c', result: { Err: 'no such tool' } })
    expect(turnsIn(prompt('test'), call('c'), refused, output('c', 'err'), done)).toEqual(failed)
  })

  it('lets a task of its own, as a compaction, tell nothing of the turn before it', () => {
    const started = (id: string) => event({ type: 'task_started', turn_id: id })
    const complete = (id: string) => event({ type: 'task_complete', turn_id: id })
    const turn = [started('1'), prompt('list'), call('c'), output('c', 'Exit code: 0\nOutput:\na')]
    expect(turnsIn(...turn, started('2'), complete('2'))[0]![2]).toBe('unknown')
    expect(turnsIn(...turn, complete('1'))[0]![2]).toBe('success')
  })
})
