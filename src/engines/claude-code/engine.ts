import { join } from 'node:path'
import { isFields } from '../../domain/json-value.ts'
import { payloadHooks } from '../../transcript/hook-event.ts'
import { type Engine, movedFolder } from '../engine.ts'

/** `Stop` ends a turn and comes before its transcript is flushed; on Esc nothing comes. */
const hooks = payloadHooks({
  engine: 'claude-code',
  events: {
    Stop: 'turn_ended',
    StopFailure: 'turn_ended',
    SessionEnd: 'session_ended',
    UserPromptSubmit: 'prompt_submitted',
  },
})

export const claudeCode = {
  name: 'claude-code',
  label: 'Claude Code',
  program: { binary: 'claude', package: '@anthropic-ai/claude-code', seenWorking: '2.1.332' },
  home: {
    root: 'claude',
    folder: (home, env) => movedFolder(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude'),
    sessions: (folder) => [join(folder, 'projects')],
    movedBy: 'CLAUDE_CONFIG_DIR',
  },
  skills: {
    reads: ['claude'],
    keepsAllFields: true,
    holdsBack: 'field',
    // 2.1.197 and 2.1.330 refuse to read the files of their own skills, too.
    reach: { call: (name) => `call the Skill tool with skill "${name}"`, ownFile: false, ourFile: false },
  },
  /** Hooks of Claude Code. Another agent that runs them is silence: it shows no hint, and its own hooks tell of its turns. */
  hook: {
    ...hooks,
    read: (payload, event) => (isOfCopilot(payload) ? undefined : hooks.read(payload, event)),
  },
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  sample: async () => (await import('./sample-session.ts')).writeSampleSession,
  tools: {
    names: {
      Agent: ['agent'],
      Bash: ['shell'],
      DeferredToolPlaceholder: [],
      Edit: ['edit'],
      ListAgents: [],
      Read: ['read'],
      ReportFindings: [],
      ScheduleWakeup: [],
      Skill: ['skill'],
      ToolSearch: ['find-tools'],
      Workflow: [],
      Write: ['write'],
      CronCreate: [],
      CronDelete: [],
      CronList: [],
      EnterWorktree: [],
      ExitWorktree: [],
      Monitor: [],
      NotebookEdit: ['notebook'],
      SendMessage: [],
      TaskStop: [],
      WebFetch: ['fetch'],
      WebSearch: ['search-web'],
    },
    withWindow: { AskUserQuestion: ['ask'], EnterPlanMode: [], ExitPlanMode: [] },
    former: {
      TaskCreate: ['plan'],
      TaskGet: [],
      TaskList: [],
      TaskOutput: ['shell-output'],
      TaskUpdate: ['plan'],
    },
    mcp: 'mcp__{server}__{tool}',
  },
  mcpClient: 'claude-code',
} as const satisfies Engine

/**
 * GitHub Copilot CLI runs the hooks that a project has for Claude Code, with their fields. Claude Code names its transcript in
 * each payload, and no time.
 */
const isOfCopilot = (payload: unknown): boolean =>
  isFields(payload) &&
  typeof payload.timestamp === 'string' &&
  (typeof payload.transcript_path !== 'string' || /[\\/]session-state[\\/]/.test(payload.transcript_path))
