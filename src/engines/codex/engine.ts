import { join } from 'node:path'
import { isFields } from '../../domain/json-value.ts'
import { contextAnswer, type PayloadShape, readPayload } from '../../transcript/hook-event.ts'
import { type Engine, movedFolder } from '../engine.ts'
import { withoutEditorContext } from './prompt.ts'

const HOOKS: PayloadShape = {
  engine: 'codex',
  events: { Stop: 'turn_ended', SessionEnd: 'session_ended', UserPromptSubmit: 'prompt_submitted' },
  promptId: 'turn_id',
}

/** The older `notify` program gets kebab-case fields and no transcript. */
const NOTIFY: PayloadShape = {
  engine: 'codex',
  events: { 'agent-turn-complete': 'turn_ended' },
  sessionId: 'thread-id',
  promptId: 'turn-id',
  lastMessage: 'last-assistant-message',
}

export const codex = {
  name: 'codex',
  label: 'Codex',
  program: { binary: 'codex', package: '@openai/codex', seenWorking: '0.171.0' },
  home: {
    root: 'codex',
    folder: (home, env) => movedFolder(env.CODEX_HOME) ?? join(home, '.codex'),
    sessions: (folder) => [join(folder, 'sessions')],
    movedBy: 'CODEX_HOME',
  },
  skills: {
    reads: ['agents', 'codex'],
    isDeprecated: true,
    holdsBack: { path: 'agents/openai.yaml', text: 'policy:\n  allow_implicit_invocation: false\n' },
    // 0.146 and 0.169 have no tool for skills: the model reads them with the shell, which may read every file.
    reach: { ownFile: true, ourFile: true },
  },
  /** Hooks of Codex, and its `notify` program. */
  hook: {
    events: { ...HOOKS.events, ...NOTIFY.events },
    read(payload, event) {
      if (isFields(payload) && 'thread-id' in payload) return readPayload(payload, NOTIFY, event)
      const told = readPayload(payload, HOOKS, event)
      return told?.kind === 'prompt_submitted' ? { ...told, prompt: withoutEditorContext(told.prompt) } : told
    },
    answer: contextAnswer('UserPromptSubmit'),
  },
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      exec_command: ['shell'],
      write_stdin: ['shell-input'],
      apply_patch: ['edit', 'write'],
      view_image: [],
      request_user_input: ['ask'],
      multi_agent_v1: ['agent'],
      get_goal: [],
      create_goal: [],
      update_goal: [],
      tool_search: ['find-tools'],
      web_search: ['search-web'],
    },
    former: {
      update_plan: ['plan'],
    },
    mcp: 'mcp__{server}__{tool}',
  },
  mcpClient: 'codex-mcp-client',
} as const satisfies Engine
