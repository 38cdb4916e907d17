import type { SameTask, TaskEvidence } from '../../domain/draft/same-task.ts'
import type { SkillOrigin, SkillStatus } from '../../domain/skill.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import type { BaseRatesQuery, ProjectBaseRates } from './project-base-rates.ts'

/** The fields of a skill that are compared to find another for the same task. */
export interface Twinned {
  readonly id: string
  readonly name: string
  readonly origin: SkillOrigin
  readonly status: SkillStatus
  readonly triggers: readonly string[]
  readonly body: string
}

/** A draft that is not stored yet, with its turns. */
export interface Newcomer extends Pick<Twinned, 'name' | 'triggers' | 'body'> {
  readonly turnIds: readonly string[]
}

export interface Twin<S> {
  readonly skill: S
  /** What both have in common, as a sentence. */
  readonly reason: string
}

/** Finds drafted skills for the same task by the steps of their runs, independent of the wording of requests. */
export interface Twins {
  /** The drafted skill that shares most of this draft's steps; undefined if none shares enough. */
  of<S extends Twinned>(draft: Newcomer, skills: readonly S[]): Promise<Twin<S> | undefined>
  /** All pairs of drafted skills for the same task. */
  pairs<S extends Twinned>(skills: readonly S[]): Promise<readonly (Twin<S> & { readonly other: S })[]>
}

/** A step in more skills than this distinguishes none of them, and comparing all of them would take quadratic time. */
const MAX_SHARING = 40

export function createTwins({ store, habits }: Core<'store'> & { readonly habits: ProjectBaseRates }): Twins {
  interface Known extends TaskEvidence {
    readonly turns: readonly TurnTrajectory[]
    readonly ids: readonly string[]
  }

  async function known({ name, triggers }: Newcomer | Twinned, ids: readonly string[]): Promise<Known> {
    // Loaded when there is something to compare: the shell parser is most of the start of a short process.
    const { stepSetOf } = await stepSets()
    const turns = await store.turns(ids)
    return { name, triggers, turns, ids, steps: stepSetOf(turns) }
  }

  /** The turns of the newest version that names any; versions by a person name none. */
  const evidenceOf = async ({ id }: Twinned): Promise<readonly string[]> =>
    (await store.versions(id)).findLast(({ state, evidence }) => state === 'accepted' && evidence.length > 0)
      ?.evidence ?? []

  /** The habit that two drafts are compared by. */
  const habitFor = (one: Known, other: Known): BaseRatesQuery => ({
    tasks: [other.turns, one.turns],
    ids: [...one.ids, ...other.ids],
    until: Math.max(0, ...[...one.turns, ...other.turns].map(({ timestamp }) => timestamp.getTime())),
  })

  async function of<S extends Twinned>(draft: Newcomer, skills: readonly S[]): Promise<Twin<S> | undefined> {
    const sharing = sharingCode([draft, ...skills.filter(isDrafted)]).flatMap(([a, b]) => (a === 0 ? [b - 1] : []))
    const drafted = skills.filter(isDrafted)
    let best: (Twin<S> & { readonly likeness: number }) | undefined
    if (sharing.length === 0) return undefined
    const { canBeSameTask, sameTask } = await comparison()
    const one = await known(draft, draft.turnIds)
    for (const at of sharing) {
      const skill = drafted[at]!
      const other = await known(skill, await evidenceOf(skill))
      if (!canBeSameTask(one, other)) continue
      const same = sameTask(one, other, await habits.of(habitFor(one, other)))
      if (same !== undefined && same.likeness > (best?.likeness ?? 0))
        best = { skill, likeness: same.likeness, reason: reasonOf(same) }
    }
    return best
  }

  async function pairs<S extends Twinned>(skills: readonly S[]) {
    const drafted = skills.filter(isDrafted)
    const read = new Map<number, Known>()
    const at = async (index: number): Promise<Known> => {
      const skill = drafted[index]!
      const evidence = read.get(index) ?? (await known(skill, await evidenceOf(skill)))
      read.set(index, evidence)
      return evidence
    }
    const sharing = sharingCode(drafted)
    if (sharing.length === 0) return []
    const { canBeSameTask, canStillBeSameTask, sameTask } = await comparison()
    const asked: (BaseRatesQuery & { readonly place: number; readonly one: Known; readonly other: Known })[] = []
    for (const [place, [a, b]] of sharing.entries()) {
      const [one, other] = [await at(a), await at(b)]
      if (canBeSameTask(one, other)) asked.push({ ...habitFor(one, other), place, one, other })
    }
    const same = new Map<number, SameTask>()
    await habits.each(asked, ({ place, one, other }, habit, left) => {
      // Most pairs are told apart by the first of the 500 turns.
      if (left > 0) return canStillBeSameTask(one, other, { habit, left })
      const found = sameTask(one, other, habit)
      if (found !== undefined) same.set(place, found)
      return false
    })
    return sharing.flatMap(([a, b], place) => {
      const found = same.get(place)
      return found === undefined ? [] : [{ skill: drafted[a]!, other: drafted[b]!, reason: reasonOf(found) }]
    })
  }

  return { of, pairs }
}

function reasonOf({ likeness, telling }: SameTask): string {
  const rare = `${telling} of them ${telling === 1 ? 'is' : 'are'} rare in other tasks`
  return `their steps are ${Math.round(likeness * 100)} % alike, and ${rare}`
}

const isDrafted = ({ origin }: Twinned): boolean => origin === 'auto'

/** Index pairs, lower first, of skills whose texts share a piece of code. */
function sharingCode(skills: readonly { readonly body: string }[]): readonly (readonly [number, number])[] {
  // Most code is that of one skill, which is kept as its index alone.
  const showing = new Map<string, number | number[]>()
  for (const [index, { body }] of skills.entries())
    for (const code of codesOf(body)) {
      const others = showing.get(code)
      if (others === undefined) showing.set(code, index)
      else if (typeof others !== 'number') {
        if (others.at(-1) !== index) others.push(index)
      } else if (others !== index) showing.set(code, [others, index])
    }
  const found = new Map<string, readonly [number, number]>()
  for (const sharing of showing.values()) {
    if (typeof sharing === 'number' || sharing.length > MAX_SHARING) continue
    for (const [i, a] of sharing.entries()) for (const b of sharing.slice(i + 1)) found.set(`${a} ${b}`, [a, b])
  }
  return [...found.values()]
}

/** What stands in backquotes on one line of a text; by hand, which takes a third of the time of an expression. */
function codesOf(text: string): readonly string[] {
  const codes: string[] = []
  for (let from = text.indexOf('`'); from >= 0; ) {
    const to = text.indexOf('`', from + 1)
    if (to < 0) break
    const code = text.slice(from + 1, to)
    const isCode = code !== '' && !code.includes('\n')
    if (isCode) codes.push(code)
    from = isCode ? text.indexOf('`', to + 1) : to
  }
  return codes
}

const stepSets = builtOnce(async () => await import('../../domain/draft/step-set.ts'))
const comparison = builtOnce(async () => await import('../../domain/draft/same-task.ts'))
