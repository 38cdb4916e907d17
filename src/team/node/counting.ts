import type { SkillLoop } from '../../app/skill-loop.ts'
import { projectOf } from '../../platform/project-of.ts'
import type { Outcomes } from '../wire.ts'
import type { Membership } from './membership.ts'
import { teamProjectOf } from './project-hash.ts'

/** Records that are read at once. */
const PAGE = 1_000
/** Sums of a day stay for so long; the server has older ones. */
const SENT_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Counts the settled decisions since the last count: those in which a skill of the team ranked first, by whether it was offered
 * or, by the holdout or by chance, nothing was. The same object where there is none.
 */
export async function countOutcomes(
  { team }: Pick<SkillLoop, 'team'>,
  member: Membership,
  now: Date,
): Promise<Membership> {
  const outcomes = { ...member.outcomes }
  let { settled } = member
  for (;;) {
    const records = await team.liftRecords(settled, PAGE)
    for (const { first, pick, success, projectDir } of records) {
      const version = member.skills[first]?.status === 'offered' ? member.skills[first].version : undefined
      if (version === undefined || (pick !== null && pick !== first)) continue
      const key = `${version} ${dayOf(now)} ${pick === null ? 'withheld' : 'offered'} ${hashOf(projectDir, member)}`
      const [successes, failures] = outcomes[key] ?? [0, 0]
      outcomes[key] = success ? [successes + 1, failures] : [successes, failures + 1]
    }
    settled = records.at(-1)?.settled ?? settled
    if (records.length < PAGE) break
  }
  return settled === member.settled ? member : { ...member, settled, outcomes }
}

/** The sums that are here, as they are sent. */
export const sumsOf = ({ outcomes }: Membership): Outcomes =>
  Object.entries(outcomes).map(([key, [successes, failures]]) => {
    const [version = '', day = '', arm, project = ''] = key.split(' ')
    return { version, day, arm: arm === 'withheld' ? 'withheld' : 'offered', project, successes, failures }
  })

/** Notes that the server has the sums: those of the last days stay, and grow where this machine's clock goes back. */
export const acknowledged = (member: Membership, now: Date): Membership => ({
  ...{ ...member, acknowledged: member.settled },
  outcomes: Object.fromEntries(Object.entries(member.outcomes).filter(([key]) => isRecent(key, now))),
})

/** Empty for a folder without a remote, and where none was told. */
const hashOf = (projectDir: string | null, { key }: Membership): string =>
  projectDir === null ? '' : (teamProjectOf(projectOf(projectDir), key)?.id ?? '')

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

const isRecent = (key: string, now: Date): boolean =>
  (key.split(' ')[1] ?? '') >= dayOf(new Date(now.getTime() - SENT_DAYS * DAY_MS))
