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
  let kept: Look | undefined
  let looking: Promise<unknown> = Promise.resolve()

  /** The tally of the log as it is now: what an earlier look read is not read again, unless some of it was taken back. */
  async function look(): Promise<Look> {
    const { upTo, token } = await store.liftMark()
    if (kept?.upTo === upTo && kept.token === token) return kept
    const known = kept !== undefined && (await store.liftMark(kept.upTo)).token === kept.token ? kept : undefined
    // A look that fails half way leaves nothing behind.
    kept = undefined
    const tally = known?.tally ?? new LiftTally(await store.liftSums())
    for (let after = known?.upTo ?? 0; after < upTo; ) {
      const page = (await store.liftRecords(after, PAGE)).filter(({ settled }) => settled <= upTo)
      for (const record of page) tally.add(record)
      after = page.at(-1)?.settled ?? upTo
    }
    kept = { tally, report: liftReport(tally), upTo, token }
    return kept
  }

  /** One look after the other, since each adds to the same tally. */
  async function looked(): Promise<Look> {
    const next = looking.then(look)
    looking = next.catch(() => {})
    return await next
  }

  return {
    async lift(reference) {
      if (reference === undefined) return (await looked()).report
      const { name } = findSkill(await catalogue.all(), reference)
      const { tally, report } = await looked()
      const { overall, skills } = tally.skills.includes(name) ? report : liftReport(tally, [name])
      return { overall, skills: skills.filter(({ skill }) => skill === name) }
    },
  }
}

/** What was read of the decision log up to an index, and what follows from it. */
interface Look {
  readonly tally: LiftTally
  readonly report: LiftReport
  readonly upTo: number
  readonly token: string
}
