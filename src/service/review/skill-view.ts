import { isDrafted, NO_COUNTS, type Skill, type VersionUse } from '../../domain/skill.ts'
import type { ArmRow, UseRecords } from '../../store/ports/decision-store.ts'
import type { PromptStore } from '../../store/ports/version-store.ts'
import type { PromptRow, SkillRecord } from '../../store/skill-records.ts'

/** Above this number of skills, the rows of all are read. */
const MAX_NAMED = 200

/** Rows of skills with counts, score and last use, as every surface shows them. */
export async function listSkills(
  store: PromptStore & UseRecords,
  rows: readonly SkillRecord[],
): Promise<readonly Skill[]> {
  const names = rows.length > MAX_NAMED ? undefined : rows.map(({ name }) => name)
  const arms = new Map<string, ArmRow>()
  const uses = new Map<string, VersionUse[]>()
  for (const arm of await store.arms(names)) arms.set(arm.name, arm)
  for (const { name, ...use } of await store.versionUses(names)) uses.set(name, [...(uses.get(name) ?? []), use])
  const scores = [await store.bestScores('bench', names), await store.bestScores('auto_drafter', names)] as const
  return rows.map((row) => view(row, arms.get(row.name), best(row, scores), inOrder(uses.get(row.name))))
}

const inOrder = (uses: readonly VersionUse[] = []): readonly VersionUse[] =>
  uses.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))

type Score = Pick<PromptRow, 'score' | 'scoreMeasured'>

/** A draft's prior says nothing about a skill that a person made under its name. */
const best = (
  { name, origin }: SkillRecord,
  [bench, prior]: readonly [ReadonlyMap<string, Score>, ReadonlyMap<string, Score>],
): Score | undefined => bench.get(name) ?? (isDrafted(origin) ? prior.get(name) : undefined)

function view(
  row: SkillRecord,
  arm: ({ readonly lastUsedAt: number | null } & Skill['counts']) | undefined,
  best: Score | undefined,
  uses: readonly VersionUse[],
): Skill {
  const { offered, loaded, successes, failures } = arm ?? NO_COUNTS
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    status: row.status,
    description: row.description,
    triggers: row.triggers,
    ...(row.tags === undefined || row.tags.length === 0 ? {} : { tags: row.tags }),
    ...(row.projects === undefined || row.projects.length === 0 ? {} : { projects: row.projects }),
    body: row.body,
    path: row.path,
    needsReview: row.needsReview,
    ...(row.altered ? { look: row.look ?? 'its files are not those that were reviewed' } : {}),
    evidenceCount: row.evidenceCount,
    version: row.headVersion,
    createdAt: new Date(row.createdAt),
    counts: { offered, loaded, successes, failures },
    uses,
    ...(row.signature === null ? {} : { signature: row.signature }),
    ...(arm?.lastUsedAt ? { lastUsedAt: new Date(arm.lastUsedAt) } : {}),
    ...(best === undefined ? {} : { score: best.score, scoreMeasured: best.scoreMeasured }),
  }
}
