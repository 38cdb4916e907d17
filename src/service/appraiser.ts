import { type LiftReport, LiftTally, liftReport } from '../domain/lift/lift.ts'
import { findSkill } from '../domain/skill-reference.ts'
import type { UseRecords } from '../store/ports/use-records.ts'
import type { Catalogue } from './catalogue.ts'

export interface Appraiser {
  /**
   * The lift of skills from the decision log: success rate with each against without. With a skill (name, id or unique
   * prefix of its id) the report holds that one only, estimated from the whole log. Throws `no_such_skill`.
   */
  lift(skill?: string): Promise<LiftReport>
}

/** Decisions read per page: a few megabytes, however long the log is. */
const PAGE = 2_000

export function createAppraiser({
  store,
  catalogue,
}: {
  readonly store: UseRecords
  readonly catalogue: Catalogue
}): Appraiser {
  async function tallied(): Promise<LiftTally> {
    const tally = new LiftTally(await store.liftSums())
    let after = 0
    for (;;) {
      const page = await store.liftRecords(after, PAGE)
      for (const record of page) tally.add(record)
      const last = page.at(-1)
      if (last === undefined) return tally
      after = last.settled
    }
  }

  return {
    async lift(reference) {
      if (reference === undefined) return liftReport(await tallied())
      const { name } = findSkill(await catalogue.all(), reference)
      const { overall, skills } = liftReport(await tallied(), [name])
      return { overall, skills: skills.filter(({ skill }) => skill === name) }
    },
  }
}
