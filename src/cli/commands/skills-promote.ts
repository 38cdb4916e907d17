import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { Move } from '../../domain/lifecycle.ts'
import type { Finding } from '../../domain/safety.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { findingLines } from '../finding-lines.ts'
import type { Report } from '../report.ts'
import { sharedInstead } from '../shared-skill.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Accept a draft, staged or watching: it becomes active and loses the notice of a draft',
  flags: {
    reason: { value: 'text', words: 'Why; kept in the ledger' },
    force: { words: 'Promote a quarantined skill in spite of its findings' },
    everywhere: { words: 'Offer it in every project from now on, not only in its own; also for a skill in use' },
  },
  text: [
    NAMED,
    'The grant is for these bytes: a later change needs a review again. A quarantined skill shows its findings and needs --force. A skill of a shared library is approved by its bytes, as library/path: models find it from then on.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills promote auto-branch-changes-review',
}

/** Makes the move that the command is named after. */
export async function run({ command, words, flags, json, report, open }: Call): Promise<ExitCode> {
  const use = useOf(flags.use)
  const parts = typeof flags.parts === 'string' ? partNumbers(flags.parts) : undefined
  await using loop = await open()
  if ('none' in loop.upkeep.database)
    throw new WaylandError(
      'storage_unavailable',
      `a move needs the database, and there is none: ${loop.upkeep.database.none}`,
    )
  const reference = words[0] ?? ''
  const what = command.name.replace('skills ', '') as Move
  if (what === 'promote') {
    const missing = await loop.review.skill(reference).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (missing !== undefined)
      return await sharedInstead(missing.error, { loop, reference, approve: true, json, report })
    await showFindings(loop, reference, report)
  }
  if (what === 'accept') await showProposed(loop, reference, report)
  if (what === 'restore' && use === undefined) await showRemains(loop, reference, report)
  const moved = await loop.review.move(reference, what, {
    force: flags.force === true,
    ...(flags.everywhere === true ? { everywhere: true } : {}),
    ...(use === undefined ? {} : { use }),
    ...(parts === undefined ? {} : { parts }),
    ...(typeof flags.of === 'string' ? { of: flags.of } : {}),
    ...(typeof flags.reason === 'string' ? { reason: flags.reason } : {}),
  })
  if (json) report.json(skillToWire(moved))
  else {
    report.line(`"${moved.name}" is ${moved.status}, version ${moved.version}; its files are in ${moved.path}`)
    if (what === 'restore') report.line(`Ledger: ${(await loop.review.history(moved.name)).at(-1)?.reason}`)
    for (const { skillName, path } of await loop.upkeep.exports())
      if (skillName === moved.name) report.line(`A copy for your agents is in ${path}`)
  }
  return EXIT.done
}

function useOf(flag: string | boolean | undefined): 'version' | 'files' | undefined {
  if (flag === undefined || flag === 'version' || flag === 'files') return flag
  throw new WaylandError('bad_usage', `--use takes "version" or "files", and not "${flag}"`)
}

/** Shows both the files that are left and the version where they differ, before the person chooses one. */
async function showRemains(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  const { version, left, differ } = await loop.review.remains(reference)
  if (!differ || version === undefined || left === undefined) return
  const { diffOf } = await import('../file-diff.ts')
  for (const path of new Set([...version.files.keys(), ...left.files.keys()])) {
    const [before, after] = [textOf(version.files.get(path)), textOf(left.files.get(path))]
    if (before !== after) report.note(diffOf({ path, before, after }))
  }
}

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')

/** `1,3` or `1-4,6`. Throws `bad_usage` for anything else. */
function partNumbers(text: string): readonly number[] {
  return text.split(',').flatMap((piece) => {
    const [, first, last = first] = /^ *(\d{1,4})(?:-(\d{1,4}))? *$/.exec(piece) ?? []
    if (first === undefined || Number(last) < Number(first) || Number(first) < 1)
      throw new WaylandError('bad_usage', `--parts "${text}" does not name parts by their numbers`, {
        hint: 'Write them as 1,3 or 1-4,6; "wayland-core skills diff <id>" numbers them.',
      })
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
  })
}

/** Shows the findings of a quarantined skill before it is promoted. */
async function showFindings(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  const { id, status } = findSkill(await loop.review.skills(), reference)
  if (status === 'quarantined') tell(await loop.review.findings(id), report)
}

/** Shows the findings in a proposed version before it is accepted. */
async function showProposed(loop: SkillLoop, reference: string, report: Report): Promise<void> {
  tell(await loop.review.findings(reference, 'proposed'), report)
}

function tell(findings: readonly Finding[], report: Report): void {
  for (const line of findingLines(findings.filter(({ severity }) => severity !== 'note'))) report.note(line)
}
