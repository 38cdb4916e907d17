import type { Scripted } from './script.ts'

/** One way in which a fire ends, and what the schedule must say of it. */
export interface Cell {
  /** The argument of the skill, by which the scripted model knows the run. */
  readonly word: string
  readonly steps: readonly Scripted[]
  /** What is taken away before the fire. */
  readonly without?: 'project' | 'agent'
  /** The person would be asked, and nobody is there; left out for an agent that asks nobody. */
  readonly isAsked?: true
  /** Longest time of the run, in seconds. */
  readonly timeout: number
  /** State of the fire, and what its message holds. */
  readonly state: 'succeeded' | 'failed' | 'timed_out'
  readonly why: RegExp
}

/** File that the run that does its work makes. */
export const MADE = 'word.txt'
/** Message of an error of the scripted model's server. */
const REFUSED = /scripted failure/

export const CELLS: readonly Cell[] = [
  {
    ...{ word: 'PELICAN', timeout: 90, state: 'succeeded', why: /^$/ },
    steps: [{ kind: 'shell', command: `echo PELICAN > ${MADE}` }],
  },
  {
    ...{ word: 'REFUSED', timeout: 90, state: 'failed', why: REFUSED },
    steps: [{ kind: 'http', status: 400 }],
  },
  {
    ...{ word: 'HALFWAY', timeout: 90, state: 'failed', why: REFUSED },
    steps: [
      { kind: 'shell', command: 'echo half' },
      { kind: 'http', status: 400 },
    ],
  },
  {
    ...{ word: 'BROKEN', timeout: 90, state: 'failed', why: /was done, but ".*exit 7.*" failed with exit code 7/ },
    steps: [{ kind: 'shell', command: 'exit 7' }],
  },
  {
    ...{ word: 'MENDED', timeout: 90, state: 'succeeded', why: /^$/ },
    steps: [
      { kind: 'shell', command: 'exit 7' },
      { kind: 'shell', command: 'echo mended' },
    ],
  },
  {
    ...{
      word: 'DENIED',
      timeout: 90,
      state: 'failed',
      why: /was not allowed .*: allow it in its settings/,
      isAsked: true,
    },
    steps: [
      { kind: 'shell', command: 'mkdir denied' },
      { kind: 'text', text: 'I was not allowed to make it.' },
    ],
  },
  {
    ...{ word: 'SILENCE', timeout: 40, state: 'timed_out', why: /took longer than 40 s and was ended$/ },
    steps: [{ kind: 'silence' }],
  },
  {
    ...{ word: 'HOMELESS', timeout: 90, state: 'failed', why: /^the project folder .* is gone$/, without: 'project' },
    steps: [],
  },
  {
    ...{ word: 'NOBODY', timeout: 90, state: 'failed', why: /is missing: ".*" is not in PATH$/, without: 'agent' },
    steps: [],
  },
]
