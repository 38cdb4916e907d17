import type { TurnInput } from '../../../src/domain/turn.ts'

// What OpenCode 1.18.33 wrote in a terminal, in the shapes of its messages: when they were made, and what they answer.

const typed = (id: string, created: number, text: string, synthetic = false) => ({
  info: { id, role: 'user', time: { created } },
  parts: [{ type: 'text', text, ...(synthetic ? { synthetic } : {}) }],
})
const answer = (parentID: string, [created, completed]: readonly number[], more: object, part: object) => ({
  info: { id: `msg_a${created}`, role: 'assistant', parentID, time: { created, completed }, ...more },
  parts: [part],
})
const bash = (command: string, metadata: object = { exit: 0 }) => ({
  type: 'tool',
  tool: 'bash',
  callID: command,
  state: { status: 'completed', input: { command }, metadata },
})
const GOES_ON = { finish: 'tool-calls' }
const STOP = { finish: 'stop' }
const done = { type: 'text', text: 'Done.' }

/** `!false`: no request, and an answer without a reason to end. */
export const OWN_COMMAND = [
  typed('msg_6', 60, 'The following tool was executed by the user', true),
  answer('msg_6', [61, 62], {}, bash('false', { output: '' })),
]

const COUNT = typed('msg_1', 10, 'count the lines')
const RUNNING = answer('msg_1', [11, 20], GOES_ON, bash('wc -l notes.md'))

/** Messages of a session; the requests that the end of the run gives, each with its outcome and calls. */
export const TYPED_WHILE_WORKING: readonly [string, readonly object[], readonly (readonly unknown[])[]][] = [
  [
    'in the middle of the run: it is one request',
    [
      COUNT,
      RUNNING,
      typed('msg_2', 15, 'and also the words'),
      answer('msg_2', [21, 30], GOES_ON, bash('wc -w notes.md')),
      answer('msg_2', [31, 40], STOP, done),
    ],
    [['count the lines\n\nand also the words', 'success', ['wc -l notes.md', 'wc -w notes.md']]],
  ],
  [
    'during the last answer: it is the next request',
    [
      COUNT,
      RUNNING,
      answer('msg_1', [21, 30], STOP, done),
      typed('msg_2', 25, 'list the files'),
      typed('msg_3', 26, 'and the folders'),
      answer('msg_3', [31, 40], GOES_ON, bash('ls')),
      answer('msg_3', [41, 50], STOP, done),
    ],
    [
      ['count the lines', 'success', ['wc -l notes.md']],
      ['list the files\n\nand the folders', 'success', ['ls']],
    ],
  ],
  [
    'by the person themselves as a command: it is no call of the request before',
    [COUNT, RUNNING, answer('msg_1', [21, 30], STOP, done), ...OWN_COMMAND],
    [['count the lines', 'success', ['wc -l notes.md']]],
  ],
]

/** What of a turn is compared. */
export const shown = ({ userInput, outcome, toolCalls }: TurnInput): readonly unknown[] => [
  userInput,
  outcome,
  (toolCalls ?? []).map(({ input }) => (input as { readonly command: string }).command),
]
