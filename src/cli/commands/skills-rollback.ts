import { WaylandError } from '../../domain/errors.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { MOVES, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<entry>',
  words: 'Make the version of a ledger entry the current one again, byte for byte; changes that one skill',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: ['<entry> is a number from "wayland-core history". A rollback is an entry too, and can be rolled back.', MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills rollback 1',
}

/** Makes the version of a ledger entry the head of its skill again. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const entry = /^\d{1,15}$/.test(words[0] ?? '') ? Number(words[0]) : undefined
  if (entry === undefined)
    throw new WaylandError('bad_usage', `"${words[0] ?? ''}" is not the number of a ledger entry`, {
      hint: 'The entries are numbered in "wayland-core skills govern" and "wayland-core history <id>".',
    })
  await using loop = await open()
  const line = (await loop.review.history()).find(({ id }) => id === entry)
  if (line === undefined) throw new WaylandError('no_such_entry', `the ledger has no entry ${entry}`)
  if (line.skillId === null)
    throw new WaylandError('illegal_move', `entry ${entry} is about no skill that could be rolled back`)
  const moved = await loop.review.move(line.skillId, 'rollback', {
    entry,
    ...(typeof flags.reason === 'string' ? { reason: flags.reason } : {}),
  })
  if (json) report.json(skillToWire(moved))
  else report.line(`"${moved.name}" is ${moved.status}, version ${moved.version}; its files are in ${moved.path}`)
  return EXIT.done
}
