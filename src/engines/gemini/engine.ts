import { join } from 'node:path'
import { payloadHooks } from '../../transcript/hook-event.ts'
import { type Engine, movedFolder } from '../engine.ts'

export const gemini = {
  name: 'gemini',
  label: 'Gemini CLI',
  program: { binary: 'gemini', package: '@google/gemini-cli', seenWorking: '0.61.0' },
  home: {
    root: 'gemini',
    folder: (home, env) => join(movedFolder(env.GEMINI_CLI_HOME) ?? home, '.gemini'),
    sessions: (folder) => [join(folder, 'tmp')],
    movedBy: 'GEMINI_CLI_HOME',
    movesAll: true,
  },
  skills: {
    reads: ['gemini', 'agents'],
    // 0.61 reads its workspace only; `activate_skill` asks a person, and is missing where none can be asked.
    reach: {
      call: (name) => `call activate_skill with name "${name}"`,
      ownFile: false,
      ourFile: false,
      needsText: true,
    },
  },
  /** Hooks of Gemini CLI; its payloads name no prompt, and it does not wait for `SessionEnd`. */
  hook: payloadHooks({
    engine: 'gemini',
    events: {
      AfterAgent: 'turn_ended',
      SessionEnd: 'session_ended',
      BeforeAgent: 'prompt_submitted',
    },
    lastMessage: 'prompt_response',
  }),
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      run_shell_command: ['shell'],
      read_background_output: ['shell-output'],
      list_background_processes: [],
      read_file: ['read'],
      write_file: ['write'],
      replace: ['edit'],
      glob: ['find-files'],
      grep_search: ['search-text'],
      list_directory: ['list-folder'],
      web_fetch: ['fetch'],
      google_web_search: ['search-web'],
      activate_skill: ['skill'],
      invoke_agent: ['agent'],
      enter_plan_mode: [],
      update_topic: [],
    },
    withWindow: { ask_user: ['ask'] },
    mcp: 'mcp_{server}_{tool}',
  },
  mcpClient: 'gemini-cli-mcp-client',
} as const satisfies Engine
