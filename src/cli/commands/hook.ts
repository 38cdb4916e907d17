import { HOOK_ENGINES } from '../../engines/engines.ts'
import type { Call, Words } from '../command.ts'

export const command: Words = {
  topic: 'connecting',
  takes: '[<agent>] [event]',
  words: "Take an event from an agent's hook: JSON on stdin, the agent's own protocol on stdout",
  text: [
    `For the settings of an agent (${HOOK_ENGINES.join(', ')}), not for a person. The end of a turn or a session is put aside and read later; a submitted prompt is answered with a hint, or with nothing. The exit code is always 0. Events of each engine: src/daemon/README.md.`,
  ],
  shape: "The agent's own protocol, with and without --json.",
  json: { hookSpecificOutput: 'for a prompt: additionalContext, the hint' },
  example: 'echo \'{"session_id":"s1","hook_event_name":"Stop"}\' | wayland-core hook claude-code Stop',
}

/** Without an engine there is nothing to take. Exit code 0 all the same: other codes stop some agents. */
export async function run({ report }: Call): Promise<void> {
  report.note(`hook needs the engine that calls it: ${HOOK_ENGINES.join(', ')}; see "wayland-core hook --help".`)
}
