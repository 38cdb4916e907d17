import { asWaylandError } from '../../domain/errors.ts'
import { ledgerKey, replay } from '../../domain/lifecycle.ts'
import type { LedgerLine, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { rewriteMirror } from '../catalogue/ledger-mirror.ts'
import { isForgettable, lostDecisions } from '../catalogue/lost-decisions.ts'
import type { Core } from '../core.ts'

/** Whether rows, the ledger and the file beside the skills tell the same. */
export function createLedgerCheck({ store, ledgerFile }: Core<'store' | 'ledgerFile'>) {
  /**
   * Revocations and lines that the file beside the skills has and the database lacks, and skills whose row has another
   * status or version than the ledger gives.
   */
  async function inRows(
    skills: readonly SkillRecord[],
    heads: ReadonlyMap<string, VersionRecord>,
    { ledger, fix }: { readonly ledger: readonly LedgerLine[]; readonly fix: boolean },
  ): Promise<readonly Disagreement[]> {
    const lost = await lostDecisions(store, ledgerFile, { skills, ledger })
    const isGivenBack = fix && lost.revocations.length > 0
    if (isGivenBack)
      await store.rebuild({
        ...{ lines: [], skills: [], copies: [] },
        revocations: lost.revocations.map((one) => ({ ...one, lifted: false })),
      })
    const left = isGivenBack ? await lostDecisions(store, ledgerFile, { skills, ledger }) : lost
    const told = replay(ledger)
    const others = skills.filter((row) => {
      const replayed = told.get(row.name)
      return replayed?.status !== row.status || replayed.head !== heads.get(row.id)?.id
    })
    const named = new Set(others.map(({ name }) => name))
    const unlike = [...new Set(lost.lines.map(({ skillName }) => skillName))].filter((name) => !named.has(name))
    return [
      ...lost.revocations.map(({ skillName }) => {
        const isBack = fix && !left.revocations.some((one) => one.skillName === skillName)
        const what = `"${skillName}" is revoked, and the database has no revocation of it in force`
        return at('ledger', what, fix ? REVOKE : FIX, isBack)
      }),
      ...others.map((row) =>
        at('ledger', `the ledger gives another status or version of "${row.name}" than its row`, history(row)),
      ),
      ...(unlike.length > 0 ? [tellDifferently(unlike)] : []),
    ]
  }

  const tellDifferently = (names: readonly string[]): Disagreement =>
    at('ledger', `${ledgerFile.path} and the database tell of ${names.join(', ')} differently`, LOOK)

  /** The last ledger line of each skill must also be in the file beside the skills. */
  async function beside(lines: readonly LedgerLine[], fix: boolean): Promise<readonly Disagreement[]> {
    const last = new Map(lines.map((line) => [line.skillName, ledgerKey(line)]))
    const known = new Set(lines.map(ledgerKey))
    try {
      const held = ledgerFile.read().flatMap(({ line }) => line ?? [])
      const kept = new Set(held.map(ledgerKey))
      const missing = [...last].filter(([, key]) => !kept.has(key)).map(([name]) => name)
      if (missing.length === 0) return []
      // A line that only the file holds would be lost by rewriting it from the database.
      const isMore = held.some((line) => !isForgettable(line) && !known.has(ledgerKey(line)))
      if (isMore) return [tellDifferently(missing)]
      if (fix) await rewriteMirror(store, ledgerFile)
      return [at('ledger', `${ledgerFile.path} lacks what was decided of ${missing.join(', ')}`, FIX, fix)]
    } catch (error) {
      return [at('ledger', asWaylandError(error).message, `Move ${ledgerFile.path} away; it is written anew`)]
    }
  }

  return { inRows, beside }
}

const REVOKE = 'Bring it back with --skills-restore, then revoke it again'
const LOOK = 'Compare it with "wayland-core history", then decide anew on these skills'

/** One disagreement between rows, folders, ledger, copies, index and schedules. */
export interface Disagreement {
  readonly what: 'skill' | 'folder' | 'ledger' | 'copy' | 'schedule'
  readonly found: string
  /** What a person can do about it. */
  readonly fix: string
  /** Whether this check repaired it. */
  readonly repaired: boolean
}

export const at = (what: Disagreement['what'], found: string, fix: string, repaired = false): Disagreement => ({
  what,
  found,
  fix,
  repaired,
})

export const skill = (found: string, fix: string, repaired = false): Disagreement => at('skill', found, fix, repaired)

export const FIX = 'wayland-core check --fix'

/** What a person does about a skill whose row and history do not agree. */
export const history = ({ name }: SkillRecord): string =>
  `wayland-core history ${name}; bring a version back with "skills undo <entry>"`
