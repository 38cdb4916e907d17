import { WaylandError } from '../../domain/errors.ts'
import type { Call, Verb } from '../command.ts'
import { nearestWord } from '../nearest-word.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill, type Which } from '../skill-move.ts'

/** What a skill, or its proposed version, is set to, and the move that does it. */
const MOVE_OF = {
  accepted: 'accept',
  rejected: 'reject',
  proposed: 'unreject',
  pinned: 'pin',
  active: 'unpin',
  kept: 'keep',
} as const

export const set: Verb = {
  takes: '<id> accepted|rejected|pinned|…',
  words: 'Accept or reject the proposed version of a skill, pin a skill, or keep one that the audit doubts',
  flags: {
    force: { words: 'With accepted: in spite of findings that block it' },
    reason: { value: 'text', words: 'Why; kept in the ledger' },
  },
  text: [
    NAMED,
    'accepted makes the newest proposed version the current one. Your lines stay, and what you took out stays out. Where you and the new version changed the same place, yours stays unless you name that part. Behind accepted may stand parts of "show", as 1,3 or 1-4, where the others are to go on waiting, and the version that you read, as 0.1.2: another one is refused. Files that you edited since are merged first.',
    'rejected puts the newest proposed version aside; what it changed is not proposed again. proposed lets the version that was rejected last, or the one that you name behind it, wait again; refused while another version waits.',
    'pinned keeps an active skill as it is: no audit calls it stale, and drafts only wait beside it; active takes that back.',
    'kept is for a skill that "skills audit" calls stale or harmful: a stale one is named again after another 180 days without use; a harmful one after that time too, or as soon as four more runs with it have a known outcome.',
    '"skills undo" takes each back.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills set auto-branch-changes-review pinned',
  run: setTo,
}

/** Makes the move that the second word stands for. */
async function setTo(call: Call): Promise<void> {
  const [reference, word = '', ...more] = call.words
  const move = Object.hasOwn(MOVE_OF, word) ? MOVE_OF[word as keyof typeof MOVE_OF] : undefined
  if (reference === undefined || move === undefined) {
    const near = nearestWord(word, Object.keys(MOVE_OF))
    throw new WaylandError(
      'bad_usage',
      `skills set needs <id> and one of ${Object.keys(MOVE_OF).join(', ')}${word === '' ? '' : `, not "${word}"`}`,
      near === undefined ? {} : { hint: `Did you mean "wayland-core skills set ${reference} ${near}"?` },
    )
  }
  if (call.flags.force !== undefined && move !== 'accept')
    throw new WaylandError('bad_usage', '--force belongs to "skills set <id> accepted"')
  return await moveSkill(call, move, whichOf(move, more))
}

/** The version that the words behind a move name, and the parts of it: `0.1.2 1,3`. Throws `bad_usage` for what is neither. */
function whichOf(move: (typeof MOVE_OF)[keyof typeof MOVE_OF], words: readonly string[]): Which {
  const [of, ...others] = words.filter((word) => word.includes('.'))
  const [parts, ...more] = words.filter((word) => !word.includes('.'))
  const isTaken = words.length === 0 || move === 'accept' || (move === 'unreject' && parts === undefined)
  if (others.length + more.length > 0 || !isTaken)
    throw new WaylandError('bad_usage', `skills set does not take "${words.join(' ')}" there`, {
      hint: 'Behind accepted may stand a version, as 0.1.2, and parts, as 1,3 or 1-4; behind proposed a version.',
    })
  return { of, parts: parts === undefined ? undefined : partNumbers(parts) }
}

/** `1,3` or `1-4,6`. Throws `bad_usage` for anything else. */
function partNumbers(text: string): readonly number[] {
  return text.split(',').flatMap((piece) => {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(piece) ?? []
    if (first === undefined || Number(last) < Number(first) || Number(first) < 1)
      throw new WaylandError('bad_usage', `"${text}" does not name parts by their numbers`, {
        hint: 'Write them as 1,3 or 1-4,6; "wayland-core show <id>" numbers them.',
      })
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
  })
}
