import { CONNECTABLE } from '../../engines/engines.ts'
import type { Fields, Manual } from './manual.ts'

const AGENTS = `Agents: ${CONNECTABLE.join(', ')}.`

const CONNECTION: Fields = {
  engine: 'the agent',
  status: 'connected, disconnected or unchanged; with --dry-run would_connect or would_disconnect',
  files: '[{path, diff}]',
  notes: 'what is left for you to do',
}

/** Help of the commands that connect agents, and of what their hooks call. */
export const CONNECT_MANUAL: Readonly<Record<string, Manual>> = {
  install: {
    text: [
      `${AGENTS} Formatting and comments stay as they are. What was there before is kept in the data folder. Asked again, it changes nothing, or brings the hooks up to date. A file that cannot be read as JSON or TOML is named with its line, and left alone.`,
    ],
    json: CONNECTION,
    example: 'wayland-core install claude-code',
  },
  uninstall: {
    text: [AGENTS],
    json: CONNECTION,
    example: 'wayland-core uninstall gemini',
  },
  doctor: {
    text: [
      'Checks agents on this machine and their versions (by their files; no agent is run), whether the hooks are there, up to date, trusted and not switched off, folders, database, daemon, what waits to be read, session files that it does not understand, copies of skills; and sends one turn through the whole path in a throw-away home. Exit code 1 when something is wrong.',
    ],
    json: {
      healthy: 'whether nothing is wrong',
      checks: '[{what, state: ok, note or wrong, found, fix}]; fix is the command that mends it',
    },
    example: 'wayland-core doctor',
  },
  sync: {
    text: [
      'Runs with each move of a skill, too. An agent finds each skill once. Files there that wayland-core did not write, or that you changed, are left alone and reported, with exit code 1.',
      'The tools that the text of a skill names get their names in the agent that reads the copy, as "run --engine" gives them (`Bash` is `run_shell_command` for Qwen Code); a name without a counterpart stays and is reported. In a folder that agents with other names share, and in fields such as allowed-tools, the names stay. A change that you made in a copy is not taken over: make it in the skill, where the names of any agent are understood.',
    ],
    json: {
      copies:
        '[{skill, path, status, reason}]; status is written, current, withdrawn, edited, foreign, refused or failed; the last four make the exit code 1',
    },
    example: 'wayland-core sync --engine claude-code',
  },
  hook: {
    text: [
      'For the settings of an agent, not for a person. The end of a turn or a session is put aside and read later; a submitted prompt is answered with a hint, or with nothing. The exit code is always 0. Events of each engine: src/daemon/README.md.',
    ],
    shape: "The agent's own protocol, with and without --json.",
    json: { hookSpecificOutput: 'for a prompt: additionalContext, the hint' },
    example: `echo '{"session_id":"s1","hook_event_name":"Stop"}' | wayland-core hook claude-code Stop`,
  },
  daemon: {
    text: [
      'Everything works without it: then the next prompt, "daemon run --once" or the next "status" takes in what waits. run stays in the foreground and ends in order on SIGTERM; run --once takes in what waits and ends; start puts it in the background. A second daemon for one data folder names the first and ends with 3.',
      'What failed, or ended its process, three times is put aside and named by "status"; retry tries it once more, with exit code 1 where something fails again. install --print prints a systemd user unit and a launchd property list.',
    ],
    shape: 'daemon status; "run --once" prints {done, later, put_aside}, "retry" {tried, waiting, put_aside}.',
    json: {
      running: 'whether a process holds the data folder',
      answers: 'whether it answers; one that does not can be stopped all the same',
      pid: 'its process number, or null',
      started_at: 'ISO 8601, or null',
      socket: 'path of its socket, or null',
      port: 'port on 127.0.0.1 for hooks over HTTP, or null',
      waiting: 'number of events that wait',
      put_aside: 'number of events that were given up after three tries',
      aside: '[{kind, what, at, why}]: the same by name',
      done: 'events taken in since it started',
      watched: 'transcripts that it reads on in',
      rss: 'memory in bytes, or null',
      token_file: 'file with the bearer token for HTTP',
      log_file: 'its log, of 4 MiB at most and one older file',
    },
    example: 'wayland-core daemon run --once',
  },
}
