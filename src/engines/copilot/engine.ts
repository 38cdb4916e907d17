import { join } from 'node:path'
import { payloadHooks } from '../../transcript/hook-event.ts'
import { type Engine, movedFolder } from '../engine.ts'

export const copilot = {
  name: 'copilot',
  label: 'GitHub Copilot CLI',
  program: {
    binary: 'copilot',
    package: '@github/copilot',
    seenWorking: '1.0.102',
  },
  home: {
    root: 'copilot',
    folder: (home, env) => movedFolder(env.COPILOT_HOME) ?? join(home, '.copilot'),
    sessions: (folder) => [join(folder, 'session-state')],
    movedBy: 'COPILOT_HOME',
  },
  skills: {
    reads: ['copilot', 'agents'],
    // Also those of `.github`, which nobody else reads.
    readsInProject: ['agents', 'claude'],
    // 1.0.102 asks before it reads a file elsewhere.
    reach: {
      call: (name) => `call the skill tool with skill "${name}"`,
      ownFile: true,
      ourFile: false,
    },
  },
  /**
   * Hooks of GitHub Copilot CLI by the names that Claude Code made common, for which its payloads have the same fields.
   * It takes a hint at the top of the answer alone, and shows no news.
   */
  hook: payloadHooks(
    {
      engine: 'copilot',
      events: {
        Stop: 'turn_ended',
        SessionEnd: 'session_ended',
        UserPromptSubmit: 'prompt_submitted',
      },
    },
    {
      answer: (hint) => JSON.stringify({ additionalContext: hint }),
    },
  ),
  transcript: async () => (await import('./reader.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      bash: ['shell'],
      read_bash: ['shell-output'],
      stop_bash: [],
      list_bash: [],
      view: ['read', 'list-folder'],
      create: ['write'],
      edit: ['edit'],
      glob: ['find-files'],
      grep: ['search-text'],
      skill: ['skill'],
      task: ['agent'],
      read_agent: [],
      list_agents: [],
      write_agent: [],
      sql: [],
      session_store_sql: [],
      fetch_copilot_cli_documentation: [],
    },
    withWindow: { ask_user: ['ask'] },
  },
  mcpClient: 'copilot-cli',
} as const satisfies Engine
