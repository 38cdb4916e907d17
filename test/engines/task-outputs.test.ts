import { expect, it, test } from 'vitest'
import { findEngine } from '../../src/engines/engines.ts'

/** Lines as the programs printed them (claude 2.1.330, codex 0.169.0, gemini 0.61.0, pi 0.73.1), shortened. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': [
    '{"type":"system","subtype":"init","tools":["Bash","Skill"],"skills":["magic-word"]}',
    '{"type":"assistant","message":{"usage":{"input_tokens":100,"output_tokens":20},"content":[{"type":"tool_use","id":"t1","name":"Skill","input":{"skill":"magic-word"}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Launching skill: magic-word"}]}}',
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"make"}}]}}',
    '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"no","is_error":true}]}}',
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
    '{"type":"tool_result","tool_id":"a2","status":"error","error":{"message":"no"}}',
    '{"type":"result","status":"success","stats":{"total_tokens":460,"input_tokens":400,"output_tokens":50,"tool_calls":2}}',
  ],
  pi: [
    '{"type":"session","version":3,"id":"01a2"}',
    '{"type":"message_end","message":{"role":"assistant","usage":{"input":100,"output":20,"cacheRead":100,"cacheWrite":0},"stopReason":"toolUse"}}',
    '{"type":"tool_execution_start","toolCallId":"c1","toolName":"read","args":{"path":"/p/magic-word/SKILL.md"}}',
    '{"type":"tool_execution_end","toolCallId":"c1","toolName":"read","isError":false}',
    '{"type":"tool_execution_start","toolCallId":"c2","toolName":"bash","args":{"command":"make"}}',
    '{"type":"tool_execution_end","toolCallId":"c2","toolName":"bash","isError":true}',
    '{"type":"message_update","message":{"role":"assistant"}}',
    '{"type":"message_end","message":{"role":"assistant","usage":{"input":200,"output":40,"cacheRead":0,"cacheWrite":0},"stopReason":"stop"}}',
  ],
}
const readAs = async (engine: string, lines: readonly string[]) => {
  const task = await findEngine(engine)?.task?.()
  return task?.read(lines.filter((line) => task.needs?.(line) ?? true).join('\n'))
}

test.each(Object.keys(OUTPUTS))('calls, tokens and the end of a run are read from what %s prints', async (engine) => {
  const run = await readAs(engine, OUTPUTS[engine] ?? [])
  expect(run).toMatchObject({ usage: { input: 400, output: 60 }, ended: true })
  expect(run?.calls.map(({ failed }) => failed)).toEqual([false, true])
  expect(JSON.stringify(run?.calls[0]?.input)).toContain('magic-word')
})

it.each(Object.keys(OUTPUTS))(
  'a run of %s that broke off has not ended, and its tokens are not made up',
  async (engine) => {
    expect(await readAs(engine, (OUTPUTS[engine] ?? []).slice(0, 1))).toEqual({
      calls: [],
      usage: 'unknown',
      ended: false,
    })
  },
)
