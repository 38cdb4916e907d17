import { payloadHooks } from '../../transcript/hook-event.ts'
import { isFields } from '../../transcript/reader.ts'

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

/** Hooks of Claude Code. Another agent that runs them is silence: it shows no hint, and its own hooks tell of its turns. */
export const claudeCodeHook: typeof hooks = {
  ...hooks,
  read: (payload, event) => (isOfCopilot(payload) ? undefined : hooks.read(payload, event)),
}

/**
 * GitHub Copilot CLI runs the hooks that a project has for Claude Code, with their fields. Claude Code names its transcript in
 * each payload, and no time.
 */
const isOfCopilot = (payload: unknown): boolean =>
  isFields(payload) &&
  typeof payload.timestamp === 'string' &&
  (typeof payload.transcript_path !== 'string' || /[\\/]session-state[\\/]/.test(payload.transcript_path))
