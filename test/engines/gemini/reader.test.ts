import { describe, expect, it } from 'vitest'
import { conforms, type Expected, read } from '../conformance.ts'
import { readerOf } from '../loaded.ts'

// Written by reading the files.
const EXPECTED: Expected = {
  // An older session in one document; the user cancels a shell, later a relative path is refused.
  'gemini/agentcmd-session-2025-10-27T19-55-981c87cb.json': [
    ['Can you make me an ai agent in python', 'list_directory write_file', 'success'],
    ['python', 'run_shell_command?', 'unknown'],
    [
      'can you audit this codebase',
      `list_directory! list_directory read_file google_web_search${' run_shell_command!'.repeat(2)}${' run_shell_command'.repeat(2)} read_file write_file`,
      'success',
    ],
  ],
  'gemini/agentcmd-session-2025-10-29T10-36-f96c76b0.json': [
    ['Create a new file at /tmp/gemini-test/created.txt', 'write_file', 'success'],
  ],
  // The file ends with the refused call: what followed is not in it.
  'gemini/agentcmd-session-2025-10-29T10-39-a63242d9.json': [
    ['Create a file test-default.txt', 'write_file!', 'unknown'],
  ],
  // A replaced message, a rewound turn, a failing check that the engine calls a success, a cancellation, an API error.
  'gemini/made-session.jsonl': [
    ['fix the build', 'run_shell_command', 'success'],
    ['show the caches', 'run_shell_command!', 'failure'],
    ['explain the failure', '', 'unknown'],
    ['explain it briefly', '', 'failure'],
  ],
  // Our hint beside the prompt, the engine's own first message, a command that failed and is called a success.
  'gemini/0.61.0-hinted.jsonl': [['please review the changes on my branch', 'read_file! run_shell_command', 'success']],
  'gemini/0.61.0-resumed.jsonl': [
    ['write a changelog entry for the release', 'run_shell_command', 'success'],
    ['now bump the version number too', 'run_shell_command', 'success'],
  ],
}

describe('gemini transcripts', () => {
  conforms('gemini', EXPECTED)

  it('replaces the messages when the session is set anew, and skips a subagent', () => {
    const session = { sessionId: 's', projectHash: 'h', kind: 'main' }
    const lines = [
      session,
      { id: 'a', type: 'user', content: 'first' },
      { $set: { messages: [{ id: 'b', type: 'user', content: 'second' }] } },
      { id: 'c', type: 'gemini', content: 'Done.' },
    ].map((line) => JSON.stringify(line))
    expect(read('gemini', lines)).toMatchObject([
      { kind: 'turn', turn: { userInput: 'second', promptId: 'b', sessionId: 's', outcome: 'success' } },
    ])
    const child = [JSON.stringify({ ...session, kind: 'subagent' }), ...lines.slice(1, 2)]
    expect(read('gemini', child)).toEqual([{ kind: 'skipped', reason: 'subagent', line: 2 }])
  })

  it('keeps the calls of a message that a resumed session copies without them', () => {
    const call = { id: 'c', name: 'run_shell_command', args: { command: 'npm test' }, status: 'error' }
    const messages = [
      { id: 'a', type: 'user', content: 'run the tests' },
      { id: 'a2', type: 'gemini', content: '' },
      { id: 'a3', type: 'gemini', content: 'They fail.' },
    ]
    const lines = [
      { sessionId: 's', projectHash: 'h' },
      messages[0]!,
      { ...messages[1], toolCalls: [call] },
      messages[2]!,
      { $set: { messages } },
      { id: 'b', type: 'user', content: 'show the log' },
      { id: 'b2', type: 'gemini', content: 'Here.' },
    ].map((line) => JSON.stringify(line))
    expect(read('gemini', lines).map((output) => output.kind === 'turn' && output.turn)).toMatchObject([
      { userInput: 'run the tests', outcome: 'failure', toolCalls: [{ name: 'run_shell_command', ok: false }] },
      { userInput: 'show the log', outcome: 'success' },
    ])
  })

  it('keeps calls and time of what a session, resumed in the same minute, drops and brings back', () => {
    const at = (minute: number) => `2026-11-28T04:${minute}:00.000Z`
    const call = { id: 'c', name: 'run_shell_command', args: { command: 'npm test' }, status: 'success' }
    const context = { id: 'x', type: 'user', content: [{ text: '<session_context>…' }] }
    const prompt = { id: 'a', timestamp: at(10), type: 'user', content: [{ text: 'run the tests' }] }
    const said = { id: 'a3', type: 'gemini', content: 'They pass.' }
    const header = { sessionId: 's', projectHash: 'h' }
    // As 0.61.0 writes it: the file of the first minute goes on with a second header and an empty history.
    const lines = [
      header,
      { $set: { messages: [context] } },
      prompt,
      { id: 'a2', type: 'gemini', content: '', toolCalls: [call] },
      said,
      header,
      { $set: { messages: [context] } },
      { $set: { messages: [context, { ...prompt, timestamp: at(11) }, { id: 'a2', type: 'gemini' }, said] } },
      { id: 'b', timestamp: at(12), type: 'user', content: [{ text: 'show the log' }] },
      { id: 'b2', type: 'gemini', content: 'Here.' },
    ].map((line) => JSON.stringify(line))
    expect(read('gemini', lines).map((output) => output.kind === 'turn' && output.turn)).toMatchObject([
      { userInput: 'run the tests', timestamp: at(10), toolCalls: [{ name: 'run_shell_command', ok: true }] },
      { userInput: 'show the log', timestamp: at(12) },
    ])
  })

  it('has no turn for a command of the shell mode, which is written as a message of the user', () => {
    const shell =
      'I ran the following shell command:\n```sh\nfalse\n```\n\nThis produced the following result:\n```\n```'
    const lines = [
      { sessionId: 's', projectHash: 'h' },
      { id: 'a', type: 'user', content: [{ text: 'run the tests' }] },
      { id: 'a2', type: 'gemini', content: 'They pass.' },
      { id: 'b', type: 'user', content: [{ text: shell }] },
      { id: 'c', type: 'user', content: [{ text: 'show the log' }] },
      { id: 'c2', type: 'gemini', content: 'Here.' },
    ].map((line) => JSON.stringify(line))
    expect(read('gemini', lines).map((output) => output.kind === 'turn' && output.turn)).toMatchObject([
      { userInput: 'run the tests', outcome: 'success' },
      { userInput: 'show the log', outcome: 'success' },
    ])
  })

  it('keeps what a summary folded away, and drops what was taken back when the history is set anew', () => {
    const user = (id: string) => ({ id, type: 'user', content: `do ${id}` })
    const lines = [
      { sessionId: 's', projectHash: 'h', directories: ['/proj/app'] },
      ...['a', 'b', 'c'].flatMap((id) => [user(id), { id: `${id}2`, type: 'gemini', content: 'Done.' }]),
      {
        $set: {
          messages: [
            { id: 'x', type: 'user', content: '<state_snapshot>…' },
            user('b'),
            { id: 'b2', type: 'gemini', content: 'Done.' },
          ],
        },
      },
      user('d'),
      { $rewindTo: 'd' },
      user('e'),
    ].map((line) => JSON.stringify(line))
    expect(read('gemini', lines).map((output) => output.kind === 'turn' && output.turn.userInput)).toEqual([
      'do a',
      'do b',
      'do e',
    ])
    expect(read('gemini', lines)[0]).toMatchObject({ turn: { projectDir: '/proj/app', outcome: 'success' } })
    expect(read('gemini', [...lines, JSON.stringify({ $rewindTo: 'unheard of' })])).toEqual([])
  })

  it('takes back what an earlier read told of, and a rewind has dropped since', () => {
    const user = (id: string) => ({ id, type: 'user', content: `do ${id}` })
    const done = (id: string) => ({ id: `${id}2`, type: 'gemini', content: 'Done.' })
    const session = { sessionId: 's', projectHash: 'h' }
    const before = [session, user('a'), done('a'), user('b'), done('b')]
    const after = [...before, { $rewindTo: 'b' }, user('c'), done('c')]
    const turns = (lines: object[], context: object) => {
      const reader = readerOf('gemini', 's', context)
      const outputs = lines.flatMap((line, i) => [...reader.push(JSON.stringify(line), { line: i + 1, offset: 0 })])
      const next = reader.context()
      const told = [...outputs, ...reader.end()].flatMap((output) => (output.kind === 'turn' ? [output] : []))
      return { next, told: told.map(({ turn, takenBack }) => [turn.promptId, turn.outcome, takenBack]) }
    }
    const first = turns(before, {})
    expect(first.told).toEqual([
      ['a', 'success', false],
      ['b', 'success', false],
    ])
    const rest = [
      ['a', 'success', false],
      ['c', 'success', false],
    ]
    expect(turns(after, first.next).told).toEqual([['b', 'unknown', true], ...rest])
    expect(turns(after, {}).told).toEqual(rest)
    // Folded into a summary of everything, it has happened all the same.
    const folded = [...before, { $set: { messages: [{ id: 'x', type: 'user', content: '<state_snapshot>' }] } }]
    expect(turns(folded, first.next).told).toEqual(first.told)
  })
})

it('a command of the engine is recorded as it was typed, and what a program says amid a run is no prompt', () => {
  const user = (id: string, text: string, more: object = {}) => ({ id, type: 'user', content: [{ text }], ...more })
  const lines = [
    { sessionId: 's', projectHash: 'h' },
    user('a', 'Ship the release now. Notes: for friday', { displayContent: [{ text: '/ship for friday' }] }),
    {
      id: 'b',
      type: 'gemini',
      content: '',
      toolCalls: [{ id: 't', name: 'run_shell_command', args: { command: 'make' } }],
    },
    user('c', '<hook_context>[wayland-core] A skill may fit this task: "x" (y).</hook_context>'),
    { id: 'd', type: 'gemini', content: 'Shipped.' },
    user('e', '<hook_context>[wayland-core] A skill may fit this task: "x" (y).</hook_context>'),
    { id: 'f', type: 'gemini', content: 'I see.' },
  ].map((line) => JSON.stringify(line))
  expect(read('gemini', lines)).toMatchObject([
    { kind: 'turn', turn: { userInput: '/ship for friday', turns: 2 } },
    { kind: 'skipped', reason: 'no_text', line: 6 },
  ])
})
