import type { SkillRecord } from '../../store/skill-records.ts'
import type { Shelf } from '../bank/shelf.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue of a person's own skills with what they approved of shared libraries; an own skill goes before. */
export function withLibraries(own: Catalogue, shelf: Shelf): Catalogue {
  let held: { readonly from: readonly (readonly SkillRecord[])[]; readonly all: readonly SkillRecord[] } | undefined

  async function offered(): Promise<readonly SkillRecord[]> {
    const [mine, shared] = [await own.offered(), await shelf.offered()]
    if (shared.length === 0) return mine
    if (held?.from[0] !== mine || held.from[1] !== shared) held = { from: [mine, shared], all: [...mine, ...shared] }
    return held.all
  }

  async function named(names: readonly string[]): Promise<ReadonlyMap<string, SkillRecord>> {
    const mine = await own.named(names)
    const others = names.filter((name) => !mine.has(name))
    return others.length === 0 ? mine : new Map([...mine, ...(await shelf.named(others))])
  }

  return {
    ...own,
    get generation() {
      return own.generation + shelf.generation
    },
    async refresh() {
      const changed = await own.refresh()
      return (await shelf.refresh()) || changed
    },
    offered,
    named,
    count: async () => (await own.count()) + (await shelf.count()),
    records: async () => [...(await own.records()), ...(await shelf.records())],
    visible: async (name) => (await own.visible(name)) ?? (await shelf.named([name])).get(name),
    isAsSeen: async (skill) => await (skill.library === undefined ? own : shelf).isAsSeen(skill),
  }
}
