import { type LiftReport, LiftTally, liftReport } from '../../domain/lift/lift.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { LiftMark } from '../../store/ports/decision-store.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Core } from '../core.ts'

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
}: Core<'store'> & { readonly catalogue: Pick<Catalogue, 'all'> }): Appraiser {
  let kept: Look | undefined
  let looking: Promise<unknown> = Promise.resolve()

  /** The tally of the log as it is now: what an earlier look read is not read again, unless some of it was taken back. */
  async function look(): Promise<Look> {
    const { upTo, token } = await store.liftMark()
    if (kept?.upTo === upTo && kept.token === token) return kept
    const known = await ifSame(kept, upTo)
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

  /** What was read, if the log still says so, and goes at least as far. */
  async function ifSame(known: Look | undefined, upTo: number): Promise<Look | undefined> {
    if (known === undefined || known.upTo > upTo) return undefined
    return (await store.liftMark(known.upTo)).token === known.token ? known : undefined
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
interface Look extends LiftMark {
  readonly tally: LiftTally
  readonly report: LiftReport
}
