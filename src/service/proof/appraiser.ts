import { type LiftReport, LiftTally, liftReport } from '../../domain/lift/lift.ts'
import { packTally, unpackTally } from '../../domain/lift/packed.ts'
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
/** Decisions read after which the tally is kept for the next process: to read them takes longer than to keep it. */
const WORTH_KEEPING = 5_000

export function createAppraiser(
  { store, catalogue }: Core<'store'> & { readonly catalogue: Pick<Catalogue, 'all'> },
  worthKeeping = WORTH_KEEPING,
): Appraiser {
  let kept: Look | undefined
  let looking: Promise<unknown> = Promise.resolve()

  /** The tally of the log as it is now: what an earlier look read is not read again, unless some of it was taken back. */
  async function look(): Promise<Look> {
    const { upTo, token } = await store.liftMark()
    if (kept?.upTo === upTo && kept.token === token) return kept
    const known = (await ifSame(kept, upTo)) ?? (await ifSame(await saved(), upTo))
    // A look that fails half way leaves nothing behind.
    kept = undefined
    const tally = known?.tally ?? new LiftTally(await store.liftSums())
    let read = 0
    for (let after = known?.upTo ?? 0; after < upTo; ) {
      const page = (await store.liftRecords(after, PAGE)).filter(({ settled }) => settled <= upTo)
      for (const record of page) tally.add(record)
      after = page.at(-1)?.settled ?? upTo
      read += page.length
    }
    kept = { tally, report: liftReport(tally), upTo, token }
    // What cannot be kept, as in a database that may only be read, is read again.
    if (read >= worthKeeping) await store.saveTally({ upTo, token, ...packTally(tally) }).catch(() => {})
    return kept
  }

  /** What was read, if the log still says so, and goes at least as far. */
  async function ifSame<R extends Read>(known: R | undefined, upTo: number): Promise<R | undefined> {
    if (known === undefined || known.upTo > upTo) return undefined
    return (await store.liftMark(known.upTo)).token === known.token ? known : undefined
  }

  /** What an earlier process read. */
  async function saved(): Promise<Read | undefined> {
    const row = await store.savedTally()
    const tally = row && unpackTally(row)
    return tally && { tally, upTo: row.upTo, token: row.token }
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

/** What was read of the decision log up to an index. */
interface Read extends LiftMark {
  readonly tally: LiftTally
}

/** And what follows from it. */
interface Look extends Read {
  readonly report: LiftReport
}
