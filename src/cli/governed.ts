import type { SkillLoop } from '../app/skill-loop.ts'
import { replay } from '../domain/lifecycle.ts'
import type { Skill } from '../domain/skill.ts'

type SkillVersion = Awaited<ReturnType<SkillLoop['review']['versions']>>[number]
type LedgerLine = Awaited<ReturnType<SkillLoop['review']['history']>>[number]

/** Skills with their versions, and the ledger, in portions, so that a large library is never in memory whole. */
export interface Governed {
  /** Skills in their order. */
  skills(): AsyncIterable<readonly { readonly skill: Skill; readonly versions: readonly SkillVersion[] }[]>
  /** Ledger lines, oldest first. */
  ledger(): AsyncIterable<readonly LedgerLine[]>
  /** Whether the ledger alone gives the statuses and versions of the rows; known once both were read to their end. */
  agrees(): boolean
}

/** Skills, and ledger lines, of one portion: some megabytes of JSON. */
const PORTION = { skills: 2_000, lines: 10_000 }

export function governed(
  loop: { readonly review: Pick<SkillLoop['review'], 'allVersions' | 'historyAfter'> },
  all: readonly Skill[],
): Governed {
  const heads = new Map<string, string>()
  const replayed = replay([])
  return {
    async *skills() {
      for (let from = 0; from < all.length; from += PORTION.skills) {
        const part = all.slice(from, from + PORTION.skills)
        const versions = await loop.review.allVersions(part.map(({ id }) => id))
        for (const [id, of] of versions) {
          const head = of.find((version) => version.head)
          if (head !== undefined) heads.set(id, head.id)
        }
        yield part.map((skill) => ({ skill, versions: versions.get(skill.id) ?? [] }))
      }
    },
    async *ledger() {
      for (let after = 0; ; ) {
        const lines = await loop.review.historyAfter(after, PORTION.lines)
        const last = lines.at(-1)
        if (last === undefined) return
        replay(lines, replayed)
        yield lines
        after = last.id
      }
    },
    agrees: () =>
      all.every(({ id, name, status }) => {
        const row = replayed.get(name)
        return row?.status === status && row.head === heads.get(id)
      }),
  }
}
