import { payloadHooks } from '../../transcript/hook-event.ts'

/**
 * Hooks of GitHub Copilot CLI by the names that Claude Code made common, for which its payloads have the same fields.
 * It takes a hint at the top of the answer alone, and shows no news.
 */
export const copilotHook = payloadHooks(
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
)
