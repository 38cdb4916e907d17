import { familyCount, historyTasks, type RecordedTurn } from '../../domain/proof/history-tasks.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

/** A version of a skill, and tasks that it was not made from. */
export interface HeldOut {
  readonly version: string
  /** The text below the front matter. */
  readonly body: string
  /** The successful turns that it was made from, in their order. */
  readonly evidence: readonly TurnTrajectory[]
  readonly tasks: readonly ProofTask[]
}

export interface HeldOutParts extends Core<'store'> {
  /** The name of the skill that a request fits best. */
  readonly nearest: (text: string) => Promise<string | undefined>
}

/** Families that show a gain of seven tries in ten, if a try passes or fails. */
const ENOUGH_FAMILIES = 12

/** Turns that are looked through for tasks. */
const MOST_TURNS = 5_000

/**
 * The newest version with enough tasks, else the one with the most: a draft that learns from each run has none that came after
 * its latest text, and its earlier texts have. A version made from turns has the later turns, another one has all.
 */
export async function heldOutTasks(
  { store, nearest }: HeldOutParts,
  skill: SkillRecord,
  after?: Date,
): Promise<HeldOut> {
  const turns = await skillTurns({ store, nearest }, skill, after)
  const versions = (await store.versions(skill.id)).filter(({ state }) => state === 'accepted').reverse()
  let best: { version: VersionRecord; tasks: readonly ProofTask[]; families: number } | undefined
  for (const version of versions) {
    const tasks = historyTasks(await later(version, turns))
    const families = familyCount(tasks)
    if (best === undefined || families > best.families) best = { version, tasks, families }
    if (families >= ENOUGH_FAMILIES) break
  }
  const { version, tasks = [] } = best ?? {}
  const behind = version === undefined ? [] : evidenceBehind(version, versions)
  const isHead = version === undefined || version.version === skill.headVersion
  return {
    version: version?.version ?? skill.headVersion,
    body: isHead ? skill.body : await bodyOf(version),
    evidence: (await store.turns(behind)).filter(({ outcome }) => outcome === 'success'),
    tasks,
  }

  async function later(version: VersionRecord, all: readonly RecordedTurn[]): Promise<readonly RecordedTurn[]> {
    const evidence = evidenceBehind(version, versions)
    const times = (await store.turns(evidence)).map(({ timestamp }) => timestamp.getTime())
    const latest = Math.max(Number.NEGATIVE_INFINITY, ...times)
    return all.filter(({ id, trajectory }) => !evidence.includes(id) && trajectory.timestamp.getTime() > latest)
  }

  async function bodyOf({ id }: VersionRecord): Promise<string> {
    const file = (await store.files(id)).get('SKILL.md') ?? new Uint8Array()
    return parseSkillMd(Buffer.from(file).toString('utf8')).body
  }
}

/** The turns that a version, or one that it descends from, was made from: a promoted draft has those of the draft. */
function evidenceBehind(version: VersionRecord, versions: readonly VersionRecord[]): readonly string[] {
  const byId = new Map(versions.map((one) => [one.id, one]))
  const turns = new Set<string>()
  let at: VersionRecord | undefined = version
  for (let depth = 0; at !== undefined && depth < versions.length; depth++) {
    for (const id of at.evidence) turns.add(id)
    at = byId.get(at.parentId ?? '')
  }
  return [...turns]
}

/** The turns of a skill's task: those that picked it, or whose request fits it best. */
export async function skillTurns(
  { store, nearest }: HeldOutParts,
  { name }: Pick<SkillRecord, 'name'>,
  after?: Date,
): Promise<readonly RecordedTurn[]> {
  const own: RecordedTurn[] = []
  for (const { id, trajectory } of await store.latestTurns(MOST_TURNS)) {
    if (after !== undefined && trajectory.timestamp <= after) continue
    if (trajectory.pickedSkill === name || (await nearest(trajectory.userInput)) === name) own.push({ id, trajectory })
  }
  return own
}

/** The repository of a project, and its commit at a time (Unix seconds); undefined where there is none. */
export type CommitBefore = (project: string, at: number) => Promise<ProofTask['repository'] | undefined>

export async function withCommits(
  tasks: readonly ProofTask[],
  commitBefore: CommitBefore,
): Promise<readonly ProofTask[]> {
  const found: ProofTask[] = []
  for (const task of tasks) {
    const { project, at, repository } = task
    const known = project === undefined || at === undefined || repository !== undefined
    const made = known ? undefined : await commitBefore(project, at)
    found.push(made === undefined ? task : { ...task, repository: made })
  }
  return found
}
