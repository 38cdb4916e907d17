import type { SkillLoop } from '../../app/skill-loop.ts'
import type { Call, Words } from '../command.ts'
import { firstStep } from '../first-step.ts'
import { short } from '../outlook-text.ts'
import { counted } from '../report.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<turn-id>]',
  words: 'Why a turn did or did not count, and which skills it is evidence of',
  text: [
    'Without an id it lists the latest twelve turns with theirs. Ids are also in the receipts of "observe", and in "history --json" and "show --json" of a skill.',
  ],
  shape: 'Without an id: {turns: [the same for each]}.',
  json: {
    turn_id: 'id of the turn',
    request: 'its text, without secrets',
    at: 'ISO 8601',
    outcome: 'success, failure or unknown',
    signature: 'the key of the request',
    counts: 'whether it counts for a streak',
    reason: 'why, or why not',
    gate: 'the gate that refused the request, or null',
    streak: 'how many turns wait with it, or null',
    group: 'which task it was put to and how like the others it is; null where bucket.grouping is "signature"',
    review: 'whether its session was reviewed by a model, and why or why not, or null; null in lists',
    meant: 'what a model that read the requests of the project together made of it, or null',
    evidence_of: '[{skill, version, state}]: versions of skills that were drafted from it',
    turns: 'without an id: the latest turns',
  },
  example:
    'wayland-core explain "$(wayland-core history auto-branch-changes-review --json | node -p "JSON.parse(fs.readFileSync(0)).versions[0].evidence[0]")"',
}

type TurnExplanation = Awaited<ReturnType<SkillLoop['review']['explain']>>

/** Turns listed where none is named. */
const MAX_LATEST = 12

/** Says why a turn did or did not count, and which skills it is evidence of; without an id, of the latest turns in short. */
export async function run({ words: [turnId], json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true, needs: 'turns are read from' })
  await takeInSpooled(loop)
  if (turnId === undefined) {
    const turns = await loop.review.latest(MAX_LATEST)
    if (json) report.json({ turns: turns.map(toWire) })
    else if (turns.length === 0) report.line(`No turns are recorded yet.\n${await firstStep(loop)}`)
    else {
      report.table(turns.map((told) => [told.turnId, resultText(told), short(told.request)]))
      report.line('\nMore on one: wayland-core explain <id>')
    }
    return
  }
  const told = await loop.review.explain(turnId)
  const threshold = loop.upkeep.config.settings['bucket.threshold']
  if (json) report.json(toWire(told))
  else {
    report.table([
      ['request', told.request.replace(/\s+/g, ' ')],
      ['when', told.at.toISOString()],
      ['outcome', told.outcome],
      ['signature', told.signature === '' ? 'none' : told.signature],
      ['counts', `${told.counts ? 'yes' : 'no'}: ${told.reason}`],
      ...(told.streak === 0 ? [] : [['streak', `${told.streak} of ${threshold}`]]),
      ...(told.group === undefined ? [] : [['group', groupText(told.group)]]),
      ...(told.review === undefined ? [] : [['session', told.review]]),
      ...(told.meant === undefined ? [] : [['by meaning', told.meant]]),
      ['evidence of', usesText(told.evidenceOf)],
    ])
    report.line(`\n${next(told)}`)
  }
}

function resultText({ counts, evidenceOf, gate, outcome, streak }: TurnExplanation): string {
  const [use] = evidenceOf
  if (use !== undefined) return use.skill
  if (counts) return streak === 0 ? 'counts' : `counts, ${streak} in a row`
  return gate === undefined ? (outcome === 'success' ? 'no word' : outcome) : gate.replaceAll('_', ' ')
}

function next({ counts, evidenceOf, gate, outcome, trajectory }: TurnExplanation): string {
  const [use] = evidenceOf
  if (use !== undefined) return `See it: wayland-core show ${use.skill}`
  if (trajectory.kind === 'scheduled')
    return `See what was printed: wayland-core schedule log ${trajectory.pickedSkill ?? ''}`.trim()
  if (trajectory.kind === 'program') return 'See the options learn.include and learn.exclude: wayland-core --help'
  if (trajectory.kind === 'excluded') return 'What is excluded: learn.exclude in your config.json'
  if (gate !== undefined) return 'What each gate is for: wayland-core help options, draft.gates'
  if (outcome === 'unknown') return 'Sessions that went on since are read again: wayland-core import'
  return counts
    ? 'See which streaks are nearest to a draft: wayland-core status'
    : 'See which other turns count: wayland-core explain'
}

function groupText(group: NonNullable<TurnExplanation['group']>): string {
  if (group.kind === 'unknown') return 'none: an unknown outcome goes to no group'
  if (group.kind === 'exact') return 'completed a streak of its exact signature'
  if (group.kind === 'failed') return `its failure put ${counted(group.dropped.length, 'request')} aside`
  const likeness = `likeness ${group.likeness.toFixed(2)}, ${group.needed.toFixed(2)} needed`
  if (group.kind === 'alone') return `waits for more like it (${likeness})`
  const others = counted(group.like.length, 'request')
  const deeds = (group.deeds ?? []).slice(0, DEEDS_TOLD).map((deed) => `\`${deed}\``)
  const because = deeds.length === 0 ? likeness : `${likeness}; all did ${deeds.join(', ')}`
  return group.kind === 'joined' ? `joined ${others} like it (${because})` : `began one with ${others} (${because})`
}

/** Deeds that the runs of a group share and that are named. */
const DEEDS_TOLD = 3

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
  streak: told.streak,
  group: told.group ?? null,
  meant: told.meant ?? null,
  review: told.review ?? null,
  evidence_of: told.evidenceOf,
})
