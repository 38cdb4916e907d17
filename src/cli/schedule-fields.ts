import type { Fields } from './command.ts'

const PLANNED: Fields = {
  'at, cron': 'when: an ISO time, or the expression; the other is null',
  zone: 'zone of the clocks',
  next: 'the next three fires at most, as ISO times',
  'engine, project_dir, arguments, agent_words, to': 'what runs and where',
  'timeout_s, missed, overlap': 'limit of a run in seconds, and the policies',
}
/** Fields of a schedule. */
export const SCHEDULE_FIELDS: Fields = {
  ...{ id: 'id; every command takes the beginning of it, or the name of the skill', skill: 'name' },
  ...{ state: 'active, paused, done or failed', reason: 'why it failed, or null' },
  fault: 'what is wrong with a plan that cannot be read, which never fires; else null',
  ...PLANNED,
  ...{ created_at: 'ISO time', last: 'the latest fire, or null' },
}

/** Fields of one fire of a schedule. */
export const FIRE_FIELDS: Fields = {
  ...{ id: 'id of the fire', planned_at: 'the time that it was planned for', by_hand: 'whether a person asked for it' },
  state: 'waiting, running, succeeded, failed, timed_out, interrupted, skipped or missed',
  why: 'why it came to that, or null',
  'started_at, ended_at': 'ISO times, or null',
  exit_code: "exit code of the agent's program, or null",
  missed: 'how many fires that were missed it stands for',
}
