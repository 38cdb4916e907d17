import { WaylandError } from '../../domain/errors.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import { skillToWire } from '../../domain/wire.ts'
import type { Call, Verb } from '../command.ts'
import { MOVES, SKILL_FIELDS } from '../skill-fields.ts'
import { changeText } from '../skill-move.ts'

export const undo: Verb = {
  takes: '<id|entry>',
  words: 'Take the last move of a skill back, or go back to the version of a ledger entry, byte for byte',
  flags: { reason: { value: 'text', words: 'With an entry: why; kept in the ledger' } },
  text: [
    'With <id>, a name, an id, or the unique beginning of one, the newest move of the skill is taken back by the moves that it takes: a pinned skill is active again, a rejected version waits again, an archived one is back where it was.',
    'With <entry>, a number from "wayland-core history", the version of that entry is the current one again. This is an entry too, and can be taken back. Other skills are not changed.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills undo auto-branch-changes-review',
  run: takeBack,
}

/** Takes the newest move of a skill back, or makes the version of a ledger entry the head of its skill again. */
async function takeBack({ words: [what = ''], flags, json, report, open }: Call): Promise<void> {
  const entry = /^\d{1,15}$/.test(what) ? Number(what) : undefined
  await using loop = await open({ needs: 'a move needs' })
  const all = await loop.review.skills()
  const lines = await loop.review.history()
  const line = entry === undefined ? undefined : lines.find(({ id }) => id === entry)
  if (entry !== undefined && line === undefined)
    throw new WaylandError('not_found', `the ledger has no entry ${entry}`, {
      hint: 'List the ledger with "wayland-core history".',
    })
  if (line !== undefined && line.skillId === null)
    throw new WaylandError('illegal_move', `entry ${entry} is about no skill that could be rolled back`)
  const before = findSkill(all, line?.skillId ?? what)
  const reason = typeof flags.reason === 'string' ? { reason: flags.reason } : {}
  const moved =
    line === undefined
      ? await loop.review.undo(before.id)
      : await loop.review.move(before.id, 'rollback', { entry: line.id, ...reason })
  if (json) report.json(skillToWire(moved))
  else {
    report.line(changeText('rollback', before, moved))
    report.line(`Its files are in ${moved.path}`)
  }
}
