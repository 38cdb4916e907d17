import { expect, it, test } from 'vitest'
import { findEngine } from '../../src/engines/engines.ts'

/**
 * Lines as the programs printed them (claude 2.1.330, codex 0.169.0, gemini 0.61.0, qwen 0.15.10, opencode 1.18.33, pi 0.73.1,
 * copilot 1.0.102), shortened. The second call is a command that ended with 2.
 */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': [
    '{"type":"system","subtype":"init","tools":["Bash","Skill"],"skills":["magic-word"]}',
    '{"type":"assistant","message":{"usage":{"input_tokens":100,"output_tokens":20},"content":[{"type":"tool_use","id":"t1","name":"Skill","input":{"skill":"magic-word"}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Launching skill: magic-word"}]}}',
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"make"}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"Exit code 2\\nno","is_error":true}]}}',
    '{"type":"result","is_error":false,"usage":{"input_tokens":300,"cache_creation_input_tokens":10,"cache_read_input_tokens":90,"output_tokens":60},"result":"Done."}',
  ],
  codex: [
    'Reading prompt from stdin...',
    '{"type":"thread.started","thread_id":"01a2"}',
    '{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found."}}',
    '{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"cat a/magic-word/SKILL.md","exit_code":null,"status":"in_progress"}}',
    '{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"cat a/magic-word/SKILL.md","aggregated_output":"x","exit_code":0,"status":"completed"}}',
    '{"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"make","aggregated_output":"no","exit_code":2,"status":"failed"}}',
    '{"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"Done."}}',
    '{"type":"turn.completed","usage":{"input_tokens":400,"cached_input_tokens":0,"output_tokens":60}}',
  ],
  gemini: [
    '{"type":"init","session_id":"93fd","model":"auto"}',
    '{"type":"tool_use","tool_name":"activate_skill","tool_id":"a1","parameters":{"name":"magic-word"}}',
    '{"type":"tool_result","tool_id":"a1","status":"success","output":"Skill **magic-word** activated."}',
    '{"type":"tool_use","tool_name":"run_shell_command","tool_id":"a2","parameters":{"command":"make"}}',
    '{"type":"tool_result","tool_id":"a2","status":"success","output":"Command exited with code: 2"}',
    '{"type":"message","role":"assistant","content":"Do","delta":true}',
    '{"type":"message","role":"assistant","content":"ne.","delta":true}',
    '{"type":"result","status":"success","stats":{"total_tokens":460,"input_tokens":400,"output_tokens":50,"tool_calls":2}}',
  ],
  qwen: [
    '{"type":"system","subtype":"init","tools":["run_shell_command","skill"]}',
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"q1","name":"skill","input":{"skill":"magic-word"}}],"usage":{"input_tokens":100,"output_tokens":20}}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"q1","is_error":false,"content":"Launching skill"}]}}',
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"q2","name":"run_shell_command","input":{"command":"make","is_background":false}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"q2","is_error":false,"content":"Command exited with code: 2"}]}}',
    '{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"Done.","usage":{"input_tokens":400,"output_tokens":60,"cache_read_input_tokens":0}}',
  ],
  opencode: [
    '{"type":"step_start","sessionID":"ses_1","part":{"messageID":"m1","type":"step-start"}}',
    '{"type":"tool_use","part":{"type":"tool","tool":"skill","state":{"status":"completed","input":{"name":"magic-word"},"metadata":{"dir":"/p/magic-word"}}}}',
    '{"type":"tool_use","part":{"type":"tool","tool":"bash","state":{"status":"completed","input":{"command":"make"},"output":"no","metadata":{"output":"no","exit":2}}}}',
    '{"type":"step_finish","part":{"reason":"tool-calls","messageID":"m1","tokens":{"total":260,"input":100,"output":40,"reasoning":20,"cache":{"write":0,"read":100}}}}',
    '{"type":"text","part":{"messageID":"m2","type":"text","text":"Done."}}',
    '{"type":"step_finish","part":{"reason":"stop","messageID":"m2","tokens":{"total":200,"input":200,"output":0,"reasoning":0,"cache":{"write":0,"read":0}}}}',
  ],
  pi: [
    '{"type":"session","version":3,"id":"01a2"}',
    '{"type":"message_end","message":{"role":"assistant","usage":{"input":100,"output":20,"cacheRead":100,"cacheWrite":0},"stopReason":"toolUse"}}',
    '{"type":"tool_execution_start","toolCallId":"c1","toolName":"read","args":{"path":"/p/magic-word/SKILL.md"}}',
    '{"type":"tool_execution_end","toolCallId":"c1","toolName":"read","isError":false}',
    '{"type":"tool_execution_start","toolCallId":"c2","toolName":"bash","args":{"command":"make"}}',
    '{"type":"tool_execution_end","toolCallId":"c2","toolName":"bash","result":{"content":[{"type":"text","text":"no\\n\\nCommand exited with code 2"}]},"isError":true}',
    '{"type":"message_update","message":{"role":"assistant"}}',
    '{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Done."}],"usage":{"input":200,"output":40,"cacheRead":0,"cacheWrite":0},"stopReason":"stop"}}',
  ],
  copilot: [
    '{"type":"assistant.message","data":{"messageId":"m1","content":"","toolRequests":[{"toolCallId":"c1","name":"skill","arguments":{"skill":"magic-word"}}]}}',
    '{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"Skill loaded"}}}',
    '{"type":"assistant.message","data":{"messageId":"m2","content":"","toolRequests":[{"toolCallId":"c2","name":"bash","arguments":{"command":"make"}}]}}',
    '{"type":"tool.execution_complete","data":{"toolCallId":"c2","success":true,"shellExecution":{"exitCode":2},"result":{"content":"no"}}}',
    '{"type":"assistant.message","data":{"messageId":"m3","content":"Done.","toolRequests":[]}}',
    '{"type":"result","exitCode":0,"usage":{"premiumRequests":0}}',
  ],
}
/** Those that print no count of tokens. */
const UNCOUNTED: readonly string[] = ['copilot']
const readAs = async (engine: string, lines: readonly string[]) => {
  const task = await findEngine(engine)?.task?.()
  return task?.read(lines.filter((line) => task.needs?.(line) ?? true).join('\n'))
}

test.each(Object.keys(OUTPUTS))('calls, tokens and the end of a run are read from what %s prints', async (engine) => {
  const run = await readAs(engine, OUTPUTS[engine] ?? [])
  const usage = UNCOUNTED.includes(engine) ? 'unknown' : { input: 400, output: 60 }
  expect(run).toMatchObject({ usage, ended: true })
  expect(run?.calls.map(({ ok }) => ok)).toEqual([true, false])
  expect([run?.calls[1]?.exitCode, run?.fault]).toEqual([2, undefined])
  expect(JSON.stringify(run?.calls[0]?.input)).toContain('magic-word')
  expect(run?.report).toBe('Done.')
})

it.each(Object.keys(OUTPUTS))(
  'a run of %s that broke off has not ended, and its tokens are not made up',
  async (engine) => {
    const begun = engine === 'copilot' ? ['{"type":"user.message","data":{"content":"build"}}'] : OUTPUTS[engine]
    expect(await readAs(engine, (begun ?? []).slice(0, 1))).toEqual({
      calls: [],
      usage: 'unknown',
      ended: false,
    })
  },
)

/** The end of a run whose model's server refused, as the programs print it. */
const REFUSED: Readonly<Record<string, string>> = {
  'claude-code': '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 400 scripted failure"}',
  codex: '{"type":"turn.failed","error":{"message":"scripted failure"}}',
  gemini:
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: scripted failure]"},"stats":{}}',
  qwen: '{"type":"result","subtype":"success","is_error":false,"result":"[API Error: 400 scripted failure]","usage":{}}',
  opencode: '{"type":"error","error":{"name":"APIError","data":{"message":"scripted failure","statusCode":400}}}',
  pi: '{"type":"message_end","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"400 scripted failure"}}',
  copilot: '{"type":"session.error","data":{"errorType":"query","message":"400 scripted failure"}}',
}

it.each(Object.keys(OUTPUTS))(
  'of a run of %s that its server refused, what it says of that is read',
  async (engine) => {
    const before = (OUTPUTS[engine] ?? []).slice(0, 4)
    for (const lines of [[REFUSED[engine] ?? ''], [...before, REFUSED[engine] ?? '']])
      expect(await readAs(engine, lines)).toMatchObject({
        ended: false,
        fault: expect.stringContaining('scripted failure'),
      })
  },
)

const endsOf = async (engine: string, ...lines: readonly object[]) =>
  (
    await readAs(
      engine,
      lines.map((line) => JSON.stringify(line)),
    )
  )?.calls.map(({ ok, denied }) => (denied === true ? 'denied' : ok))

it('a command that was ended by a signal is a call that failed, and one that was not allowed is told apart', async () => {
  const open = (state: object) => ({ type: 'tool_use', part: { tool: 'bash', state } })
  const states = [
    { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
    { status: 'completed', metadata: { exit: null }, output: 'half of it' },
    { status: 'error', error: 'File not found' },
  ]
  expect(await endsOf('opencode', ...states.map(open))).toEqual(['denied', false, false])
})

it.each([
  ['Command terminated by signal: SIGTERM', [false]],
  ['Command exited with code: 2', [false]],
  ['Command exited with code: 2\nis what the documentation says', [true]],
  ['Command exited with code: 0', [true]],
])('of a command of which Gemini CLI prints %j', async (output, ends) => {
  const call = { type: 'tool_use', tool_name: 'run_shell_command', tool_id: 'a1', parameters: { command: 'sleep 9' } }
  const result = { type: 'tool_result', tool_id: 'a1', status: 'success', output }
  expect(await endsOf('gemini', call, result)).toEqual(ends)
})
