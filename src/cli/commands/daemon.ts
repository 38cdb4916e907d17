import type { Run, Verb, Words } from '../command.ts'
import type { control } from '../daemon-control.ts'

const controls =
  (word: Parameters<typeof control>[0]): Run =>
  async (call) =>
    await (await import('../daemon-control.ts')).control(word, call)

/** The status is what `daemon` alone shows. */
export const run = controls('status')

const JSON_FIELDS = {
  running: 'whether a process holds the data folder',
  answers: 'whether it answers; one that does not can be stopped all the same',
  pid: 'its process number, or null',
  started_at: 'ISO 8601, or null',
  socket: 'path of its socket, or null',
  waiting: 'number of events that wait',
  put_aside: 'number of events that were given up after three tries',
  aside: '[{kind, what, at, why}]: the same by name',
  done: 'events taken in since it started',
  watched: 'transcripts that it reads on in',
  rss: 'memory in bytes, or null',
  idle_minutes: 'after how long without work it ends, or null',
  log_file: 'its log, of 4 MiB at most and one older file',
}

const { pid, put_aside } = JSON_FIELDS

const running: Verb = {
  words: 'Run it in the foreground until it is stopped, or only until what waits is taken in',
  flags: {
    once: { words: 'Take in what waits, finish, and end' },
    timeout: { value: 'seconds', words: 'End after so long without work, or when this program was replaced' },
  },
  text: ['It ends in order on SIGTERM. A second daemon for one data folder names the first and ends with 3.'],
  shape: 'With --once.',
  json: { done: 'events taken in', later: 'events to be tried again', put_aside },
  example: 'wayland-core daemon run --once',
  async run(call) {
    const { runForeground } = await import('../daemon-run.ts')
    await runForeground(call)
  },
}

const retry: Verb = {
  words: 'Try once more what failed, or ended its process, three times and was put aside',
  text: ['Exit code 1 where something fails again.'],
  json: { tried: 'how many', waiting: 'number of events that wait', put_aside },
  example: 'wayland-core daemon retry',
  async run(call) {
    const { retry: tryAgain } = await import('../put-aside-text.ts')
    return await tryAgain(call)
  },
}

export const command: Words = {
  topic: 'connecting',
  words: 'Show the process that reads events from hooks and answers prompts at once, or control it',
  text: [
    'The hooks of your agents start it, with --timeout 1800, and it ends after half an hour without work; with daemon.autostart off they do not, and the next prompt, "daemon run --once" or the next "status" takes in what waits. What failed, or ended its process, three times is put aside and named by "status".',
  ],
  json: JSON_FIELDS,
  example: 'wayland-core daemon',
  verbs: {
    start: {
      words: 'Start it in the background, to stay',
      json: { running: 'true', pid, socket: 'path of its socket' },
      example: 'wayland-core daemon start',
      run: controls('start'),
    },
    stop: {
      words: 'End it, also where it does not answer',
      json: { running: 'false', pid },
      example: 'wayland-core daemon stop',
      run: controls('stop'),
    },
    status: {
      words: 'Show whether it runs, and what waits for it',
      json: JSON_FIELDS,
      example: 'wayland-core daemon status',
      run,
    },
    run: running,
    logs: {
      words: 'Print the last lines of its log',
      shape: 'The lines as they are, each a JSON object.',
      json: {},
      example: 'wayland-core daemon logs',
      run: controls('logs'),
    },
    retry,
    install: {
      words: 'Print a systemd user unit and a launchd property list that start it',
      json: { 'systemd, launchd': '{file, text, commands}' },
      example: 'wayland-core daemon install',
      run: controls('install'),
    },
  },
}
