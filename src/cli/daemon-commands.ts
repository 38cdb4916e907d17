import { HOOK_ENGINES } from '../transcript/read-hook.ts'
import type { Command } from './command.ts'

/** Commands that an agent's hooks call, and the process behind them. */
export const DAEMON_COMMANDS: readonly Command[] = [
  {
    name: 'hook',
    takes: `<${HOOK_ENGINES.join('|')}> [event]`,
    flags: {},
    words: "Take an event from an agent's hook: JSON on stdin, the agent's own protocol on stdout",
    more:
      'For the settings of an agent, not for a person. The end of a turn or a session is put aside and read later; a ' +
      'submitted prompt is answered with a hint, or with nothing. The exit code is always 0.',
    json: ['hookSpecificOutput'],
    example: `echo '{"session_id":"s1","hook_event_name":"Stop"}' | wayland-core hook claude-code Stop`,
    load: () => import('./commands/hook.ts'),
  },
  {
    name: 'daemon',
    takes: 'start|stop|status|run|logs|retry|install',
    flags: {
      once: { words: 'With run: take in what waits, finish, and end' },
      print: { words: 'With install: print the files, and how to put them there' },
      lines: { value: 'N', words: 'With logs: how many lines (default 50)' },
    },
    words: 'The process that takes in what hooks put aside, and answers prompts at once',
    more:
      'Everything works without it: then the next prompt, "daemon run --once" or the next "status" takes in what waits. ' +
      'run stays in the foreground, start does not. A second daemon for one data folder names the first and ends with 3. ' +
      'What failed, or ended its process, three times is put aside and named by "status"; retry has it tried again.',
    json: [
      'running',
      'answers',
      'pid',
      'started_at',
      'socket',
      'port',
      'waiting',
      'put_aside',
      'aside',
      'done',
      'watched',
      'rss',
      'token_file',
      'log_file',
    ],
    example: 'wayland-core daemon run --once',
    load: () => import('./commands/daemon.ts'),
  },
]
