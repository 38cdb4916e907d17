import { join } from 'node:path'
import { type HookEvent, payloadHooks } from '../../transcript/hook-event.ts'
import type { Engine } from '../engine.ts'
import { PROMPT_NUMBER, withSkillCalled } from './prompt.ts'

const hooks = payloadHooks({
  engine: 'qwen',
  events: {
    Stop: 'turn_ended',
    StopFailure: 'turn_ended',
    SessionEnd: 'session_ended',
    UserPromptSubmit: 'prompt_submitted',
  },
  typed: withSkillCalled,
})

export const qwen = {
  name: 'qwen',
  label: 'Qwen Code',
  program: { binary: 'qwen', package: '@qwen-code/qwen-code', seenWorking: '0.24.4' },
  home: {
    root: 'qwen',
    folder: (home) => join(home, '.qwen'),
    sessions: (folder, { QWEN_RUNTIME_DIR: moved }) => [
      join(moved || folder, 'projects'),
      join(moved || folder, 'tmp'),
    ],
    movedBy: 'QWEN_RUNTIME_DIR',
  },
  skills: {
    reads: ['qwen'],
    readsInProject: ['qwen', 'agents'],
    learnedLine: 'source: auto-skill',
    // Where no person can be asked, 0.24.4 refuses its skill tool, and 0.15.10 a file outside its own folders.
    reach: { call: (name) => `call the skill tool with skill "${name}"`, ownFile: true, ourFile: false },
  },
  hook: {
    ...hooks,
    read: (payload, event) => withoutNumber(hooks.read(payload, event)),
  },
  transcript: async () => (await import('./reader.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      run_shell_command: ['shell'],
      read_file: ['read'],
      write_file: ['write'],
      edit: ['edit'],
      glob: ['find-files'],
      grep_search: ['search-text'],
      notebook_edit: ['notebook'],
      skill: ['skill'],
      agent: ['agent'],
      list_agents: [],
      tool_search: ['find-tools'],
      tool_call: [],
      get_goal: [],
      update_goal: [],
    },
    withWindow: { ask_user_question: ['ask'] },
    former: {
      list_directory: ['list-folder'],
      monitor: [],
      send_message: [],
      task_stop: [],
      todo_write: ['plan'],
      web_fetch: ['fetch'],
    },
    mcp: 'mcp__{server}__{tool}',
  },
  mcpClient: 'qwen-cli-mcp-client',
} as const satisfies Engine

/**
 * The event without a number of the session's prompts: the transcript has another id for each prompt, and the turn is
 * then found by the words of the prompt.
 */
function withoutNumber(event: HookEvent | undefined): HookEvent | undefined {
  if (event?.promptId?.includes(PROMPT_NUMBER) !== true) return event
  const { promptId: _, ...rest } = event
  return rest
}
