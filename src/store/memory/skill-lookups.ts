import type { ArmRow } from '../decision-log.ts'
import type { NoticeStore } from '../ports/notice-store.ts'
import type { SkillChanges } from '../ports/skill-changes.ts'
import type { SkillLookups } from '../ports/skill-lookups.ts'
import type { SkillRecord } from '../skill-records.ts'

/** What is read of the skills of one process; no look is kept, since no other process comes after it. */
export function memoryLookups(
  skills: ReadonlyMap<string, SkillRecord>,
  changes: readonly string[],
  { arms, announced }: { readonly arms: () => readonly ArmRow[]; readonly announced: ReadonlySet<string> },
): SkillLookups & Omit<SkillChanges, 'revision'> & Pick<NoticeStore, 'unannounced'> {
  const all = (): SkillRecord[] => [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    skill: async (name) => skills.get(name),
    skills: async () => all(),
    async skillsLike(reference) {
      const from = reference.toLowerCase()
      const isNear = (text: string): boolean => text === reference || (from !== '' && text.startsWith(from))
      return all().filter(({ id, name }) => isNear(name) || isNear(id))
    },
    skillsNamed: async (names) => names.flatMap((name) => skills.get(name) ?? []),
    usedSkills: async () =>
      arms().flatMap(({ name, successes, failures }) => {
        const skill = skills.get(name)
        return skill === undefined ? [] : [{ ...skill, successes, failures }]
      }),
    changeToken: async () => '',
    someSkills: async (_seed, limit) => all().slice(0, limit),
    standings: async () => all().map(({ status, needsReview }) => ({ status, needsReview, count: 1 })),
    newestSkills: async ({ status, needsReview }, limit) =>
      all()
        .filter((skill) => skill.status === status && skill.needsReview === needsReview)
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, limit),
    unannounced: async () =>
      all().filter(({ id, status, needsReview }) => status === 'staged' && needsReview && !announced.has(id)),
    skillChange: async () => changes.length,
    async skillsSince(change) {
      const names = new Set(changes.slice(change))
      return { names: [...names], skills: all().filter(({ name }) => names.has(name)) }
    },
    unplaced: async () => [],
    look: async () => undefined,
    saveLook: async () => {},
  }
}

/** Skills by name, with a list of the names that changed, in order. */
export class ChangingSkills extends Map<string, SkillRecord> {
  readonly changes: string[] = []

  override set(name: string, skill: SkillRecord): this {
    this.changes.push(name)
    return super.set(name, skill)
  }

  override delete(name: string): boolean {
    this.changes.push(name)
    return super.delete(name)
  }
}
