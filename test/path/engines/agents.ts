import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One agent as its users have it: where it writes its sessions, what is in them, and what it gives to hooks. */
export interface Agent {
  readonly engine: string
  readonly events: { readonly prompt: string; readonly end: string; readonly sessionEnd: string }
  /** Path of a session's file below the home folder. */
  readonly file: (session: string) => string
  /** Lines of one turn: the request, two calls with their results, and the answer; more calls as command and output. */
  readonly lines: (turn: Turn) => readonly object[]
  readonly payload: (event: 'prompt' | 'end' | 'sessionEnd', turn: Turn, transcript: string) => object
}

export interface Turn {
  readonly session: string
  readonly id: string
  readonly request: string
  readonly answer: string
  readonly commands: readonly string[]
  /** A file that is read first. */
  readonly reads?: string
}

export const CWD = '/proj/app'
const TIME = '2026-10-01T10:00:00.000Z'
const HINT = '[wayland-core] A skill may fit this task: "x" (y). To use it, read /x; ignore it if it does not fit.'

const claudeCode: Agent = {
  engine: 'claude-code',
  events: { prompt: 'UserPromptSubmit', end: 'Stop', sessionEnd: 'SessionEnd' },
  file: (session) => join('.claude', 'projects', '-proj-app', `${session}.jsonl`),
  lines({ session, id, request, answer, commands, reads }) {
    const line = (type: string, uuid: string, message: object) => ({
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: CWD,
      sessionId: session,
      version: '2.1.31',
      type,
      message,
      uuid: `${id}-${uuid}`,
      timestamp: TIME,
    })
    const uses = [
      ...(reads === undefined ? [] : [{ name: 'Read', input: { file_path: reads } }]),
      ...commands.map((command) => ({ name: 'Bash', input: { command } })),
    ]
    return [
      { type: 'file-history-snapshot', messageId: id, snapshot: {}, isSnapshotUpdate: false },
      line('user', 'prompt', { role: 'user', content: request }),
      ...uses.flatMap(({ name, input }, i) => [
        line('assistant', `use${i}`, {
          model: 'claude-opus-4-5-20251101',
          id: `msg_${id}_${i}`,
          type: 'message',
          role: 'assistant',
          content: [{ type: 'tool_use', id: `toolu_${id}_${i}`, name, input }],
          stop_reason: null,
        }),
        line('user', `result${i}`, {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${id}_${i}`, is_error: false, content: 'ok' }],
        }),
      ]),
      line('assistant', 'said', {
        id: `msg_${id}_last`,
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: answer }],
        stop_reason: null,
      }),
    ]
  },
  payload(event, { session, request, answer }, transcript_path) {
    const base = { session_id: session, transcript_path, cwd: CWD, permission_mode: 'default' }
    if (event === 'prompt') return { ...base, hook_event_name: 'UserPromptSubmit', prompt: request, source: 'user' }
    if (event === 'sessionEnd') return { ...base, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }
    const more = { stop_hook_active: false, background_tasks: [], session_crons: [] }
    return { ...base, hook_event_name: 'Stop', last_assistant_message: answer, ...more }
  },
}

const codex: Agent = {
  engine: 'codex',
  events: { prompt: 'UserPromptSubmit', end: 'Stop', sessionEnd: 'SessionEnd' },
  file: (session) => join('.codex', 'sessions', '2026', '10', '01', `rollout-2026-10-01T10-00-00-${session}.jsonl`),
  lines({ session, id, request, answer, commands, reads }) {
    const line = (type: string, payload: object) => ({ timestamp: TIME, type, payload })
    const all = [...(reads === undefined ? [] : [`cat ${reads}`]), ...commands]
    return [
      line('session_meta', {
        id: session,
        cwd: CWD,
        originator: 'codex_cli_rs',
        cli_version: '0.130.0',
        source: 'cli',
      }),
      line('event_msg', { type: 'task_started', turn_id: id }),
      line('response_item', {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context></environment_context>' }],
      }),
      line('event_msg', { type: 'user_message', message: request }),
      ...all.flatMap((cmd, i) => [
        line('response_item', {
          type: 'function_call',
          name: 'exec_command',
          call_id: `call_${id}_${i}`,
          arguments: JSON.stringify({ cmd }),
        }),
        line('response_item', {
          type: 'function_call_output',
          call_id: `call_${id}_${i}`,
          output: 'Process exited with code 0\nFinal output:\nok',
        }),
      ]),
      line('event_msg', { type: 'agent_message', message: answer }),
      line('event_msg', { type: 'task_complete', turn_id: id, last_agent_message: answer }),
    ]
  },
  payload(event, { session, id, request, answer }, transcript_path) {
    const base = { session_id: session, turn_id: id, cwd: CWD, model: 'gpt-5-codex', permission_mode: 'default' }
    if (event === 'prompt')
      return { ...base, transcript_path: null, hook_event_name: 'UserPromptSubmit', prompt: request }
    if (event === 'sessionEnd')
      return { session_id: session, transcript_path: null, cwd: CWD, hook_event_name: 'SessionEnd', reason: 'other' }
    const more = { stop_hook_active: false, last_assistant_message: answer }
    return { ...base, transcript_path, hook_event_name: 'Stop', ...more }
  },
}

const gemini: Agent = {
  engine: 'gemini',
  events: { prompt: 'BeforeAgent', end: 'AfterAgent', sessionEnd: 'SessionEnd' },
  file: (session) => join('.gemini', 'tmp', 'app', 'chats', `session-2026-10-01T10-00-${session}.jsonl`),
  lines({ session, id, request, answer, commands, reads }) {
    const uses = [
      ...(reads === undefined ? [] : [{ name: 'read_file', args: { absolute_path: reads } }]),
      ...commands.map((command) => ({ name: 'run_shell_command', args: { command } })),
    ]
    const output = '<untrusted_context>\nOutput: ok\nProcess Group PGID: 7\n</untrusted_context>'
    return [
      { sessionId: session, projectHash: 'ab12', startTime: TIME, lastUpdated: TIME, kind: 'main', directories: [CWD] },
      {
        id: 'context',
        timestamp: TIME,
        type: 'user',
        content: [{ text: '<session_context>\nThis is the Gemini CLI.\n</session_context>' }],
      },
      {
        id: `${id}-prompt`,
        timestamp: TIME,
        type: 'user',
        content: [{ text: request }, { text: `<hook_context>${HINT}</hook_context>` }],
        displayContent: [{ text: request }],
      },
      ...uses.map(({ name, args }, i) => ({
        id: `${id}-use${i}`,
        timestamp: TIME,
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: `${id}-t${i}`,
            name,
            args,
            result: [{ functionResponse: { id: `${id}-t${i}`, name, response: { output } } }],
            status: 'success',
            timestamp: TIME,
          },
        ],
      })),
      { $set: { lastUpdated: TIME } },
      { id: `${id}-said`, timestamp: TIME, type: 'gemini', content: answer },
    ]
  },
  payload(event, { session, request, answer }, transcript_path) {
    const base = { session_id: session, transcript_path, cwd: CWD, timestamp: TIME }
    if (event === 'prompt') return { ...base, hook_event_name: 'BeforeAgent', prompt: request }
    if (event === 'sessionEnd') return { ...base, hook_event_name: 'SessionEnd', reason: 'exit' }
    const more = { prompt: request, prompt_response: answer, stop_hook_active: false }
    return { ...base, hook_event_name: 'AfterAgent', ...more }
  },
}

const qwen: Agent = {
  engine: 'qwen',
  events: { prompt: 'UserPromptSubmit', end: 'Stop', sessionEnd: 'SessionEnd' },
  file: (session) => join('.qwen', 'projects', '-proj-app', 'chats', `${session}.jsonl`),
  lines({ session, id, request, answer, commands, reads }) {
    const line = (type: string, uuid: string, more: object) => ({
      uuid: `${id}-${uuid}`,
      parentUuid: null,
      sessionId: session,
      timestamp: TIME,
      type,
      cwd: CWD,
      version: '0.25.0',
      ...more,
    })
    const uses = [
      ...(reads === undefined ? [] : [{ name: 'read_file', args: { absolute_path: reads } }]),
      ...commands.map((command) => ({ name: 'run_shell_command', args: { command } })),
    ]
    return [
      line('user', 'prompt', {
        message: {
          role: 'user',
          parts: [
            { text: request },
            { text: `<qwen:user-prompt-submit-context>\n${HINT}\n</qwen:user-prompt-submit-context>` },
          ],
        },
        systemPayload: { displayText: request },
      }),
      ...uses.flatMap(({ name, args }, i) => {
        const call = { id: `${id}-c${i}`, name }
        const response = { output: 'Command: x\nOutput: ok\nError: (none)\nExit Code: 0\nSignal: (none)\n' }
        return [
          line('assistant', `use${i}`, { message: { role: 'model', parts: [{ functionCall: { ...call, args } }] } }),
          line('tool_result', `result${i}`, {
            message: { role: 'user', parts: [{ functionResponse: { ...call, response } }] },
            toolCallResult: { callId: call.id, status: 'success' },
          }),
        ]
      }),
      line('assistant', 'said', { message: { role: 'model', parts: [{ text: answer }] } }),
    ]
  },
  payload(event, { session, request, answer }, transcript_path) {
    const numbered = { permission_mode: 'default', prompt_id: `${session}########0` }
    const base = { session_id: session, transcript_path, cwd: CWD, timestamp: TIME, ...numbered }
    if (event === 'prompt') return { ...base, hook_event_name: 'UserPromptSubmit', prompt: request }
    if (event === 'sessionEnd') return { ...base, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }
    const more = { stop_hook_active: false, background_tasks: [], crons: [], last_assistant_message: answer }
    return { ...base, hook_event_name: 'Stop', ...more }
  },
}

/** Has no hooks of its own: its extension sends these. */
const pi: Agent = {
  engine: 'pi',
  events: { prompt: 'before_agent_start', end: 'agent_end', sessionEnd: 'session_shutdown' },
  file: (session) => join('.pi', 'agent', 'sessions', '--proj-app--', `2026-10-01T10-00-00_${session}.jsonl`),
  lines({ session, id, request, answer, commands, reads }) {
    const line = (message: object) => ({ type: 'message', timestamp: TIME, message })
    const uses = [
      ...(reads === undefined ? [] : [{ name: 'read', arguments: { path: reads } }]),
      ...commands.map((command) => ({ name: 'bash', arguments: { command } })),
    ]
    return [
      { type: 'session', id: session, timestamp: TIME, cwd: CWD, provider: 'anthropic', modelId: 'claude-opus-4-5' },
      { ...line({ role: 'user', content: [{ type: 'text', text: request }] }), id },
      ...uses.flatMap((use, i) => [
        line({
          role: 'assistant',
          content: [{ type: 'toolCall', id: `${id}-${i}`, ...use }],
          stopReason: 'toolUse',
        }),
        line({
          role: 'toolResult',
          toolCallId: `${id}-${i}`,
          toolName: use.name,
          content: [{ type: 'text', text: 'ok' }],
          isError: false,
        }),
      ]),
      line({ role: 'assistant', content: [{ type: 'text', text: answer }], stopReason: 'stop' }),
    ]
  },
  payload(event, { session, request }, transcript_path) {
    const base = { hook_event_name: pi.events[event], session_id: session, transcript_path, cwd: CWD }
    return event === 'prompt' ? { ...base, prompt: request } : base
  },
}

/** Those whose hooks are called with JSON on stdin, by their own settings. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini, qwen]
export { claudeCode, pi }

/** A turn that reviews a branch: the same work in every session. */
export const review = (session: string, more: Partial<Turn> = {}): Turn => ({
  session,
  id: `turn-${session}`,
  request: 'review the changes on the branch',
  answer: `Looks good in ${session}.`,
  commands: ['git diff main...HEAD', 'npm test'],
  ...more,
})

/** Writes a turn to its session's file in a home, as the agent would; the file's path. */
export function write(agent: Agent, home: string, turn: Turn, lines = agent.lines(turn)): string {
  const file = join(home, agent.file(turn.session))
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}
