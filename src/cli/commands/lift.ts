import type { SkillLoop } from '../../app/skill-loop.ts'
import type { AuditFinding } from '../../domain/audit.ts'
import type { Lift, LiftReport } from '../../domain/lift/lift.ts'
import { runsOf } from '../../domain/lift/trials.ts'
import { liftReportToWire, liftWords, successWords, verdictWords } from '../../domain/lift/words.ts'
import { wrapped } from '../columns.ts'
import type { Call, Words } from '../command.ts'
import type { Report } from '../report.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'measuring',
  takes: '[<id>]',
  words: 'Success with each skill against success without, and how sure that is',
  text: [
    'Compares runs for which a skill was offered with runs for which it could have been and was not: those held out, and those where going without one was drawn. Forced picks and tasks without a fitting skill do not count. An offer counts whether or not the skill was loaded.',
  ],
  json: { overall: 'any skill against none', skills: '[{skill, archive, …}], most uses first' },
  inner: [
    {
      title: 'Fields of each',
      fields: {
        verdict:
          'helps, harms or no difference seen (less than 10 points of a hundred), which stand however often one looks; probably helps, probably harms: at least 95 % sure after four uses or more; not enough evidence',
        more: 'further uses until the verdict should be certain at these rates; 0 when it is, null when no reachable number is enough',
        'with, without': '{runs, successes} with the skill offered and with none, of tasks for which it came first',
        lift: 'difference of the success rates, in the light of all skills: a rarely used skill is judged by what the others are like',
        'low, high': 'its 95 % interval',
        harm: 'probability that it is below 0',
        anytime: "another 95 % interval, of the skill's own runs alone, valid however often one looks",
        difference: 'observed difference of the two rates, or null',
        archive: 'whether "skills audit" proposes to archive it',
      },
    },
  ],
  example: 'wayland-core lift',
}

/** Skills shown; `--json` has all. */
const MAX_SHOWN = 40

/** Shows lift per skill and over all skills: success rate with the skill against success rate without it. */
export async function run({ words: [skill], json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true, needs: 'turns are read from' })
  await takeInSpooled(loop)
  const lift = await loop.learning.lift(skill)
  if (json) report.json(liftReportToWire(lift))
  else tell(lift, await harmOf(loop, lift), report)
}

/** What would take the skills of the report that do harm out of use. */
async function harmOf(loop: SkillLoop, { skills }: LiftReport): Promise<readonly AuditFinding[]> {
  const shown = new Set(skills.map(({ skill }) => skill))
  return (await loop.review.toArchive()).filter(
    ({ kind, skills: of }) => kind === 'harmful' && of.some((one) => shown.has(one)),
  )
}

function tell({ overall, skills }: LiftReport, harm: readonly AuditFinding[], report: Report): void {
  if (usesOf(overall) === 0 && skills.length === 0) {
    report.line('No task that a skill was found for has an outcome yet: there is nothing to measure.')
    report.line(wrapped(NEXT, report.width).join('\n'))
    return
  }
  const rows = [{ ...overall, skill: 'any skill' }, ...skills.slice(0, MAX_SHOWN)]
  report.table([
    ['skill', 'succeeded with', 'without', 'lift', 'verdict'],
    ...rows.map((row) => [
      row.skill,
      successWords(row.treated),
      successWords(row.control),
      liftWords(row),
      verdictWords(row),
    ]),
  ])
  if (skills.length > MAX_SHOWN) report.line(`… and ${skills.length - MAX_SHOWN} more; --json has all`)
  report.line()
  report.line(wrapped(LEGEND, report.width).join('\n'))
  if (harm.length > 0) report.line('\nTo take what harms out of use:')
  for (const { command } of harm) report.line(`  ${command}`)
}

const NEXT =
  'It fills by itself where an agent is connected: "wayland-core doctor" says which are, "wayland-core skills" what may be offered.'

const LEGEND =
  'Lift: success with the skill less success without, in points of a hundred, with a 95 % interval, in the light of all ' +
  'skills. "probably" is at least 95 % sure; without that ' +
  'word the verdict stands however often one looks.'

const usesOf = ({ treated, control }: Lift): number => runsOf(treated) + runsOf(control)
