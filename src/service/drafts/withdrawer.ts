import { isDraft } from '../../domain/skill.ts'
import type { ExplainedTurn } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { isUnedited } from './composing.ts'
import { scopeOf } from './evidence-check.ts'

/** Withdraws drafts whose evidence was revoked by a later message. */
export interface Withdrawer {
  /** Withdraws every unedited, unpromoted draft that this turn is evidence of; returns their names. */
  withdraw(turnId: string, because: string): Promise<readonly string[]>
}

export function createWithdrawer(
  parts: Core<'store' | 'folder' | 'publisher' | 'catalogue' | 'clock'> & {
    /** Successes that complete a streak. */
    readonly threshold: number
    /** Whether streaks are counted over all projects or in each. */
    readonly scope: 'user' | 'project'
  },
): Withdrawer {
  const { store, folder, publisher, catalogue, clock, threshold, scope } = parts

  /** The version of an untouched draft that the turn is evidence of. */
  async function resting(row: SkillRecord, turnId: string): Promise<VersionRecord | undefined> {
    if (row.origin !== 'auto' || !isDraft(row)) return undefined
    const head = (await store.versions(row.id)).find(({ version }) => version === row.headVersion)
    if (head === undefined || !isUnedited(head) || !head.evidence.includes(turnId)) return undefined
    return (await folder.read(row.name))?.digest === head.digest ? head : undefined
  }

  /** The other successes return to the streak as if the turn had never counted; a failure after them ended it. */
  async function otherEvidence({ signature }: SkillRecord, head: VersionRecord, turnId: string) {
    const known = (await Promise.all(head.evidence.map((id) => store.explainTurn(id)))).flatMap((turn) => turn ?? [])
    const fallen = known.find(({ id }) => id === turnId)
    // Ids ascend where turns have one time.
    const since = fallen?.trajectory.outcome === 'failure' ? placeOf(fallen) : ''
    const counting = known
      .filter((turn) => turn.id !== turnId && turn.trajectory.outcome === 'success' && placeOf(turn) >= since)
      // One fewer than the threshold, so that another success is needed.
      .filter((_, i, all) => i > all.length - threshold)
    const turns = counting.map(({ trajectory }) => trajectory)
    const turnIds = counting.map(({ id }) => id)
    return turnIds.length === 0 ? undefined : { signature: signature ?? '', scope: scopeOf(turns, scope), turnIds }
  }

  async function takeBack(row: SkillRecord, head: VersionRecord, turnId: string, because: string): Promise<boolean> {
    const others = await otherEvidence(row, head, turnId)
    const count = others?.turnIds.length ?? 0
    const left = `${because}; ${count} of its other turns still ${count === 1 ? 'counts' : 'count'}`
    const reason = count === 0 ? because : left
    const after: SkillRecord = { ...row, status: 'archived', path: folder.awayPath(row.name) }
    const done = await store.apply({
      skill: after,
      expect: row,
      ledger: ledgerLine({ at: clock.now(), move: 'withdraw', before: row, after, reason }),
      ...(others && { returned: others }),
    })
    if (done) await publisher.withdraw(after)
    return done
  }

  return {
    withdraw: (turnId, because) =>
      store.folderLock(async () => {
        // Nearly no turn is evidence: the folders of all skills are looked at for one that is.
        const drawn = new Set((await store.versionsFrom([turnId])).map(({ skill }) => skill))
        if (drawn.size === 0) return []
        await catalogue.syncHeld()
        const names: string[] = []
        for (const row of await catalogue.all()) {
          if (!drawn.has(row.name)) continue
          const head = await resting(row, turnId)
          if (head !== undefined && (await takeBack(row, head, turnId, because))) names.push(row.name)
        }
        if (names.length > 0) await catalogue.syncHeld()
        return names
      }),
  }
}

/** By which turns are in the order in which they began. */
const placeOf = ({ id, trajectory }: Pick<ExplainedTurn, 'id' | 'trajectory'>): string =>
  `${trajectory.timestamp.toISOString()} ${id}`
