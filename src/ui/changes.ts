import type { SkillLoop } from '../app/skill-loop.ts'

/** Interval of looks, in ms: what another process does shows within a second. A look costs a pragma and the stamp of a folder. */
const LOOK_MS = 400

export interface Changes extends Disposable {
  /**
   * Calls back after each change, of this process or another, until the returned function is called. With `skill` also
   * after an edit of that skill's files in place.
   */
  watch(tell: () => void, skill?: string): () => void
  /** Tells everybody at once. */
  changed(): void
}

/** Looks for changes of database and skills folder while anybody watches. */
export function watchChanges(loop: {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'revision'>
  readonly review: Pick<SkillLoop['review'], 'skill' | 'statusOverview'>
}): Changes {
  const told = new Map<() => void, string | undefined>()
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined

  const changed = () => {
    for (const tell of told.keys()) tell()
  }

  /** The version of a skill; its folder is looked at, and what was edited there taken in. */
  const versionOf = async (skill: string): Promise<string> =>
    await loop.review.skill(skill).then(
      ({ version, status }) => `${version} ${status}`,
      () => '',
    )

  async function look(): Promise<void> {
    try {
      // Takes in what a person did in the skills folder, too.
      const { byStatus } = await loop.review.statusOverview(0)
      const texts: string[] = []
      for (const skill of new Set(told.values())) if (skill !== undefined) texts.push(await versionOf(skill))
      const seen = `${await loop.upkeep.revision()} ${JSON.stringify(byStatus)} ${texts.join(' ')}`
      if (known !== undefined && known !== seen) changed()
      known = seen
    } catch {
      // A page that is loaded meanwhile shows the error.
    }
    timer = told.size === 0 ? undefined : setTimeout(() => void look(), LOOK_MS).unref()
  }

  return {
    watch(tell, skill) {
      told.set(tell, skill)
      if (timer === undefined) timer = setTimeout(() => void look(), 0).unref()
      return () => told.delete(tell)
    },
    changed,
    [Symbol.dispose]() {
      clearTimeout(timer)
      told.clear()
    },
  }
}
