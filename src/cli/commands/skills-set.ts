import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'
import { nearestWord } from '../nearest-word.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

/** What a skill, or its proposed version, is set to, and the move that does it. */
const MOVE_OF = {
  accepted: 'accept',
  rejected: 'reject',
  proposed: 'unreject',
  pinned: 'pin',
  active: 'unpin',
  kept: 'keep',
} as const

export const command: Words = {
  topic: 'reviewing',
  takes: '<id> accepted|rejected|pinned|…',
  words: 'Accept or reject the proposed version of a skill, pin a skill, or keep one that the audit doubts',
  flags: {
    parts: { value: 'numbers', words: 'With accepted: only these parts of "show", as in 1,3 or 1-4' },
    of: { value: 'version', words: 'With accepted: only if this version waits; with proposed: this rejected one' },
    force: { words: 'With accepted: in spite of findings that block it' },
    reason: { value: 'text', words: 'Why; kept in the ledger' },
  },
  text: [
    NAMED,
    'accepted makes the newest proposed version the current one. Your lines stay, and what you took out stays out. Where you and the new version changed the same place, yours stays unless --parts names that part. Parts that you do not name go on waiting. Files that you edited since are merged first.',
    'rejected puts the newest proposed version aside; what it changed is not proposed again. proposed lets the version that was rejected last, or that of --of, wait again; refused while another version waits.',
    'pinned keeps an active skill as it is: no audit calls it stale, and drafts only wait beside it; active takes that back.',
    'kept is for a skill that "skills audit" calls stale or harmful: a stale one is named again after another 180 days without use; a harmful one after that time too, or as soon as four more runs with it have a known outcome.',
    '"skills undo" takes each back.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills set auto-branch-changes-review pinned',
}

/** Makes the move that the second word stands for. */
export async function run(call: Call): Promise<void> {
  const [reference, word = '', ...more] = call.words
  const move = Object.hasOwn(MOVE_OF, word) ? MOVE_OF[word as keyof typeof MOVE_OF] : undefined
  if (reference === undefined || move === undefined || more.length > 0) {
    const near = nearestWord(word, Object.keys(MOVE_OF))
    throw new WaylandError(
      'bad_usage',
      `skills set needs <id> and one of ${Object.keys(MOVE_OF).join(', ')}${word === '' ? '' : `, not "${word}"`}`,
      near === undefined ? {} : { hint: `Did you mean "wayland-core skills set ${reference} ${near}"?` },
    )
  }
  const stray = ['parts', 'of', 'force'].find((flag) => call.flags[flag] !== undefined)
  if (stray !== undefined && move !== 'accept' && !(stray === 'of' && move === 'unreject'))
    throw new WaylandError('bad_usage', `--${stray} belongs to "skills set <id> accepted"`)
  return await moveSkill(call, move)
}
