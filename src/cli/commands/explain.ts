import { WaylandError } from '../../domain/errors.ts'
import type { SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { takeInSpooled } from '../spooled.ts'

type TurnExplanation = Awaited<ReturnType<SkillLoop['explain']>>

/** Says why a turn did or did not count, and which skills it is evidence of. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [turnId, ...more] = words
  if (turnId === undefined || more.length > 0) throw new WaylandError('bad_usage', 'explain needs one turn id')
  await using loop = await open()
  await takeInSpooled(loop)
  const told = await loop.explain(turnId)
  if (json) report.json(toWire(told))
  else
    report.table([
      ['request', told.request.replace(/\s+/g, ' ')],
      ['when', told.at.toISOString()],
      ['outcome', told.outcome],
      ['signature', told.signature === '' ? 'none' : told.signature],
      ['counts', `${told.counts ? 'yes' : 'no'}: ${told.reason}`],
      ...(told.group === undefined ? [] : [['group', groupText(told.group)]]),
      ['evidence of', usesText(told.evidenceOf)],
    ])
  return EXIT.done
}

function groupText(group: NonNullable<TurnExplanation['group']>): string {
  if (group.kind === 'unknown') return 'none: an unknown outcome goes to no group'
  if (group.kind === 'exact') return 'completed a streak of its exact signature'
  if (group.kind === 'failed') return `its failure put ${counted(group.dropped.length)} aside`
  const likeness = `likeness ${group.likeness.toFixed(2)}, ${group.needed.toFixed(2)} needed`
  if (group.kind === 'alone') return `waits for more like it (${likeness})`
  const others = counted(group.like.length)
  return group.kind === 'joined' ? `joined ${others} like it (${likeness})` : `began one with ${others} (${likeness})`
}

const counted = (n: number): string => `${n} request${n === 1 ? '' : 's'}`

const usesText = (uses: TurnExplanation['evidenceOf']): string =>
  uses.length === 0
    ? 'no skill so far'
    : uses
        .map(({ skill, version, state }) => `${skill} ${version}${state === 'accepted' ? '' : ` (${state})`}`)
        .join(', ')

const toWire = (told: TurnExplanation) => ({
  turn_id: told.turnId,
  request: told.request,
  at: told.at.toISOString(),
  outcome: told.outcome,
  signature: told.signature,
  counts: told.counts,
  reason: told.reason,
  gate: told.gate ?? null,
  group: told.group ?? null,
  evidence_of: told.evidenceOf,
})
