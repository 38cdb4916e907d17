import { describe, expect, it } from 'vitest'
import { qwen } from '../../../src/engines/qwen/engine.ts'
import { conforms, type Expected, FIXTURES, read, turnsOf } from '../conformance.ts'

const HINTED = [['please review the changes on my branch', 'read_file run_shell_command', 'success']] as const

// Written by reading the files.
const EXPECTED: Expected = {
  // Made after the published record types. A denied call, a prompt written anew, a steer, a correction in German.
  'qwen/made-session.jsonl': [
    ['fix the build', 'run_shell_command! edit run_shell_command', 'success'],
    ['drop the table', 'run_shell_command?', 'unknown'],
    ['list the tables\n\nonly the big ones', '', 'unknown'],
    ['Das ist falsch.', 'read_file', 'success'],
  ],
  // Our hint stands beside what the user typed; the skill is read.
  'qwen/0.24.4-hinted.jsonl': HINTED,
  'qwen/0.15.10-hinted.jsonl': HINTED,
}

describe('qwen transcripts', () => {
  conforms('qwen', EXPECTED)

  it('names the skill whose SKILL.md was read', async () => {
    const turns = await turnsOf('qwen', `${FIXTURES}/qwen/made-session.jsonl`)
    expect(turns.map(({ turn }) => turn.pickedSkill)).toEqual([undefined, undefined, undefined, 'tables'])
    expect(turns[0]!.turn).toMatchObject({ sessionId: '77-made', promptId: 'u1', projectDir: '/proj/app', turns: 3 })
  })
  it('follows a rewind behind two turns, results that tell how a turn was settled, and copies of a forked session', () => {
    const record = (uuid: string, parentUuid: string | null, type: string, rest: object) =>
      JSON.stringify({ uuid, parentUuid, sessionId: 's', type, ...rest })
    const user = (uuid: string, parent: string | null, rest: object = {}) =>
      record(uuid, parent, 'user', { message: { parts: [{ text: `do ${uuid}` }] }, provenance: 'real_user', ...rest })
    const said = (uuid: string, parent: string) =>
      record(uuid, parent, 'assistant', { message: { parts: [{ text: 'Done.' }] } })
    const settled = (state: string) =>
      record(`r${state}`, null, 'system', { subtype: 'turn_result', systemPayload: { state } })
    const outputs = read('qwen', [
      user('1', null),
      said('2', '1'),
      user('3', '2'),
      said('4', '3'),
      user('5', '4', { systemPayload: { displayText: 'what was typed' } }),
      said('6', '5'),
      record('7', '2', 'system', { subtype: 'rewind', systemPayload: { truncatedCount: 4 } }),
      user('8', '7', { promptId: 'p8', forkedFrom: { sessionId: 'parent', messageUuid: '80' } }),
      said('9', '8'),
      settled('cancelled'),
      user('10', '9', { forkedFrom: { sessionId: 'parent', messageUuid: '100' } }),
      settled('error'),
      user('11', '10', { provenance: 'goal_runtime' }),
    ])
    const turns = outputs.flatMap((output) => (output.kind === 'turn' ? [output.turn] : []))
    expect(turns.map(({ userInput, outcome, promptId }) => [userInput, outcome, promptId])).toEqual([
      ['do 1', 'success', '1'],
      ['do 3', 'unknown', '3'],
      ['what was typed', 'unknown', '5'],
      ['do 8', 'unknown', 'p8'],
      ['do 10', 'failure', '100'],
    ])
    expect(turns.map(({ sessionId }) => sessionId)).toEqual(['s', 's', 's', 'parent', 'parent'])
  })

  it('takes a call that was not allowed for no failure, and two prompts of one id for two', () => {
    const record = (uuid: string, type: string, parts: object[], rest: object = {}) =>
      JSON.stringify({ uuid, sessionId: 's', type, message: { parts }, ...rest })
    const denied = { status: 'error', errorType: 'execution_denied' }
    const response = { id: '1', response: { error: 'Not in this folder.' } }
    const turns = read('qwen', [
      record('u1', 'user', [{ text: 'write it' }], { promptId: 'p' }),
      record('a1', 'assistant', [{ functionCall: { id: '1', name: 'write_file', args: {} } }]),
      record('t1', 'tool_result', [{ functionResponse: response }], { toolCallResult: denied }),
      record('u2', 'user', [{ text: 'again' }], { promptId: 'p' }),
    ])
    expect(turns).toMatchObject([
      { turn: { promptId: 'p', toolCalls: [{ ok: null }] } },
      { turn: { promptId: 'u2', outcome: 'unknown' } },
    ])
  })
})

it('a request that failed breaks the run off, unless the run goes on, is over, or the request was another’s', () => {
  const entry = (type: string, rest: object) => JSON.stringify({ uuid: type, sessionId: 's', type, ...rest })
  const failed = (prompt_id: string) =>
    entry('system', {
      subtype: 'ui_telemetry',
      systemPayload: { uiEvent: { 'event.name': 'qwen-code.api_error', prompt_id, status_code: 400 } },
    })
  const asked = entry('user', { message: { parts: [{ text: 'fix the build' }] } })
  const said = entry('assistant', { message: { parts: [{ text: 'Done.' }] } })
  const outcome = (...lines: string[]) =>
    read('qwen', lines).flatMap((output) => (output.kind === 'turn' ? [output.turn.outcome] : []))
  expect(outcome(asked, failed('s########0'))).toEqual(['failure'])
  expect(outcome(asked, failed('s########0'), said)).toEqual(['success'])
  expect(outcome(asked, said, failed('s########0'))).toEqual(['success'])
  expect(outcome(asked, failed('prompt_suggestion'))).toEqual(['unknown'])
  // As 0.15.10 numbers them.
  expect(outcome(asked, failed('a7b0c8575ee17'))).toEqual(['failure'])
})

it('a skill that was called by its name is that call, in the file and for the hook, and not its text', () => {
  const text = `Base directory for this skill: /home/u/.qwen/skills/review-branch
Important: ALWAYS resolve absolute paths from this base directory when working with skills.

## Steps
1. Run \`git log\``
  const typed = (sent: string, shown?: string) => {
    const systemPayload = shown === undefined ? undefined : { displayText: shown }
    const line = { uuid: 'u', sessionId: 's', type: 'user', message: { parts: [{ text: sent }] }, systemPayload }
    const outputs = read('qwen', [JSON.stringify(line)])
    const payload = { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: sent }
    const event = qwen.hook.read(payload, 'UserPromptSubmit')
    return [
      outputs.flatMap((output) => (output.kind === 'turn' ? [output.turn.userInput] : []))[0],
      event?.kind === 'prompt_submitted' ? event.prompt : undefined,
    ]
  }
  expect(typed(text)).toEqual(['/review-branch', '/review-branch'])
  expect(typed(`${text}\n\n/review-branch of the parser`)).toEqual(Array(2).fill('/review-branch of the parser'))
  // As 0.21.2 writes it where a hook added a text, and with the file of the words that followed the name.
  expect(typed(text, text)).toEqual(['/review-branch', '/review-branch'])
  const note = `

Your invocation arguments have been written verbatim to a session-private file.

<skill-args-file>/tmp/qwen-skill-args/review-branch.txt</skill-args-file>
<skill-args>of the parser
and its tests</skill-args>
`
  const called = '/review-branch of the parser\nand its tests'
  expect(typed(`${text}\n\n${called}${note}`)).toEqual([called, called])
})
