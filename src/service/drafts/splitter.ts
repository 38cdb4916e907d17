import type { Draft } from '../../domain/draft/compose.ts'
import type { TaskGroup } from '../../domain/draft/two-tasks.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { skillName } from '../../domain/skill-reference.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import { draftRows } from './draft-rows.ts'
import type { seeding } from './seeding.ts'
import type { Twins } from './twins.ts'
import type { VettedDraft } from './vet-draft.ts'

/** The result of splitting a skill whose turns do two tasks. */
export interface SplitOff {
  /** Turns that stay with the skill, and turns of the other task. */
  readonly stays: readonly string[]
  readonly leaves: readonly string[]
  /** The skill for the other task, and whether it was just created. */
  readonly other: SkillRecord
  readonly isNew: boolean
}

/** Proposes a second skill if the turns of one do two tasks. The first skill is unchanged, and a person decides. */
export interface Splitter {
  /** Undefined if the turns do one task, or the second skill could not be drafted. */
  split(
    trigger: PendingTrigger,
    skill: SkillRecord,
    versions: readonly VersionRecord[],
    evidence: readonly string[],
  ): Promise<SplitOff | undefined>
}

export interface SplitterParts extends Core<'store' | 'publisher' | 'catalogue' | 'clock'> {
  readonly root: string
  readonly twins: Pick<Twins, 'of'>
  readonly seed: ReturnType<typeof seeding>
  readonly compose: (signature: string, turns: readonly TurnTrajectory[]) => Promise<VettedDraft>
}

export function createSplitter(parts: SplitterParts): Splitter {
  const { store, root, publisher, catalogue, clock, twins, seed, compose } = parts

  async function split(
    trigger: PendingTrigger,
    skill: SkillRecord,
    versions: readonly VersionRecord[],
    evidence: readonly string[],
  ): Promise<SplitOff | undefined> {
    const { twoTasks } = await tasksApart()
    const turns = await store.turns(evidence)
    const groups = turns.length === evidence.length ? twoTasks(turns) : undefined
    if (groups === undefined) return undefined
    const known = new Set(versions.find(({ version }) => version === skill.headVersion)?.evidence ?? [])
    const grouped = ({ word, turns: some }: TaskGroup): Group => {
      const ids = evidence.filter((_, i) => some.includes(turns[i]!))
      return { word, ids, turns: some, ours: ids.filter((id) => known.has(id)).length }
    }
    const [one, other] = [grouped(groups[0]), grouped(groups[1])]
    const [stays, leaves] = other.ours > one.ours ? [other, one] : [one, other]
    const found = await secondSkill(trigger, skill, leaves)
    return found === undefined ? undefined : { stays: stays.ids, leaves: leaves.ids, ...found }
  }

  async function secondSkill(trigger: PendingTrigger, skill: SkillRecord, { word, ids, turns }: Group) {
    if (word === undefined || skill.signature === null) return undefined
    const signature = `${skill.signature}-${word}`
    const { draft, quarantine, refusal, look } = await compose(signature, turns)
    if ((quarantine ?? refusal) !== undefined || draft.watching) return undefined
    const others = (await store.skills()).filter((one) => one.id !== skill.id && !isWithdrawn(one))
    const twin = await twins.of({ ...draft, turnIds: ids }, others)
    if (twin !== undefined) return { other: twin.skill, isNew: false }
    // A taken name belongs to a second skill that a person rejected: they have decided.
    if ((await store.skill(skillName(signature))) !== undefined) return undefined
    const made = await propose(trigger, skill, draft, ids, look)
    return made === undefined ? undefined : { other: made, isNew: true }
  }

  async function propose(
    trigger: PendingTrigger,
    from: SkillRecord,
    draft: Draft,
    ids: readonly string[],
    look: string | undefined,
  ) {
    const reason = `${ids.length} of the turns of "${from.name}" do another task: promote this one to have two skills, archive it to keep one`
    const { skill, version, files } = draftRows({
      trigger: { ...trigger, turnIds: ids },
      turns: await store.turns(ids),
      evidence: ids,
      draft,
      look,
      now: undefined,
      versions: [],
      as: 'head',
      status: 'watching',
      reason,
      root,
      clock,
    })
    const ledger = ledgerLine({ at: clock.now(), move: 'split', after: skill, versionId: version.id, reason })
    // The trigger belongs to the first skill, which a retry resumes.
    const own = { ...version, files, triggerId: null }
    if (!(await store.apply({ skill, expect: 'absent', version: own, ledger }))) return undefined
    const placed = await publisher.publish(skill, version, files)
    if (placed === 'foreign') return undefined
    await seed({ ...trigger, id: version.id }, draft, version)
    await store.placed(skill.id, placed)
    await catalogue.register({ ...skill, ...placed })
    return skill
  }

  return { split }
}

interface Group {
  readonly word: string | undefined
  readonly ids: readonly string[]
  readonly turns: readonly TurnTrajectory[]
  /** How many of the turns are evidence of the skill already. */
  readonly ours: number
}

const tasksApart = builtOnce(async () => await import('../../domain/draft/two-tasks.ts'))
