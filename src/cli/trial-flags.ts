import type { Flag } from './command.ts'

/** What is tried, how, and how long. */
export const TRIAL_FLAGS: Readonly<Record<string, Flag>> = {
  tasks: { value: 'file', words: "Try these tasks, in place of those of the skill's own history" },
  scorer: { value: 'name', words: 'Who scores a try: replay (if not given), agent or command' },
  agent: { value: 'name', words: 'The agent that works on the tasks; the first on this machine if not given' },
  'agent-words': {
    value: 'arguments',
    words: 'Arguments for its program, such as what it may do without asking',
  },
  command: { value: 'line', words: 'The command that scores' },
  timeout: { value: 'seconds', words: 'Longest time of one try; 600 if not given' },
  repeats: { value: 'number', words: 'Tries of each task with each text; 1 if not given' },
  tries: { value: 'number', words: 'Stop after so many tries; the same command goes on with the rest' },
  minutes: { value: 'number', words: 'Begin no try after so many minutes' },
}
