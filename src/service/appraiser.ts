import { type LiftReport, LiftTally, liftReport } from '../domain/lift/lift.ts'
import { findSkill } from '../domain/skill-reference.ts'
import type { UseRecords } from '../store/ports/use-records.ts'
import type { Catalogue } from './catalogue.ts'

export interface Appraiser {
  /**
   * What skills are worth by the decision log: success with each against success without. With a skill (by name, id or
   * unique beginning of its id) the report tells of that one alone, in the light of all. Throws `no_such_skill`.
   */
  lift(skill?: string): Promise<LiftReport>
}

/** Decisions read at once: some megabytes, however long the log is. */
const PAGE = 5_000

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
