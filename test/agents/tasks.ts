import { DONE, type Scripted } from './script.ts'

const shell = (command: string): Scripted => ({ kind: 'shell', command })

/** Three sessions of one task. */
export const SESSIONS = [
  'review the changes on the branch',
  'please review the changes on the branch',
  'review the changes on this branch',
] as const

export const REVIEW: readonly Scripted[] = [
  shell('git log --oneline main..HEAD'),
  shell('git diff --stat main...HEAD'),
  { kind: 'text', text: 'One commit changes the notes, and it is fine.' },
]

/** The same task in other words, with the skill on offer. */
export const REWORDED = 'please look over and review the changes of my branch'
export const REWORDED_AGAIN = 'can you review what the branch changes before I merge it'

/** Has nothing to do with the skill. */
export const UNRELATED = 'count the lines of the notes'
/** The last prompt: by then everything else is over. */
export const LAST = 'count the words of the notes'
export const COUNT: readonly Scripted[] = [shell('wc -l notes.md'), { kind: 'text', text: 'Four lines.' }]

export const FAILING = 'translate the greeting file into french'
/** The last call fails, and the model says that all is well. */
export const FAIL: readonly Scripted[] = [shell('ls'), shell('cat greeting.txt'), { kind: 'text', text: DONE }]

export const BROKEN = 'profile the slow start of the server'
export const BREAK: readonly Scripted[] = [shell('ls'), { kind: 'http', status: 400 }]

export const DENIED = 'remove the temporary build folders'
export const DENY: readonly Scripted[] = [
  shell('rm -rf build'),
  { kind: 'text', text: 'I was not allowed to remove anything.' },
]

export const INTERRUPTED = 'measure the size of all images'
/** A call that lasts until it is interrupted; it leaves a file when it has begun. */
export const lasting = (begun: string): readonly Scripted[] => [shell('ls'), shell(`touch "${begun}"; sleep 45`)]

export const ENDED = 'convert the calendar into a table'
export const SILENCE: readonly Scripted[] = [shell('ls'), { kind: 'silence' }]

const BROKEN_OFF = ['unknown', 'failure']

/** The outcomes that the turn of each prompt may have, in every agent, live and imported. */
export const OUTCOMES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...SESSIONS, REWORDED, REWORDED_AGAIN, UNRELATED, LAST].map((prompt) => [prompt, ['success']] as const),
  [FAILING, ['failure']],
  [BROKEN, ['failure']],
  [DENIED, ['unknown']],
  [INTERRUPTED, BROKEN_OFF],
  [ENDED, BROKEN_OFF],
])
