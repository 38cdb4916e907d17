import { isDrafted, NO_COUNTS, type Skill, type VersionUse } from '../domain/skill.ts'
import type { ArmRow } from '../store/decision-log.ts'
import type { PromptStore } from '../store/ports/prompt-store.ts'
import type { UseRecords } from '../store/ports/use-records.ts'
import type { PromptRow } from '../store/prompt-row.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** Above this number of skills, all rows are read with one query. */
const ASKED_ONE_BY_ONE = 20

/** Rows of skills with counts, score and last use, as every surface shows them. */
export async function listSkills(
  store: PromptStore & UseRecords,
  rows: readonly SkillRecord[],
): Promise<readonly Skill[]> {
  const only = rows.length > ASKED_ONE_BY_ONE ? [undefined] : rows.map(({ name }) => name)
  const arms = new Map<string, ArmRow>()
  const uses = new Map<string, VersionUse[]>()
  for (const name of only) for (const arm of await store.arms(name)) arms.set(arm.name, arm)
  for (const asked of only)
    for (const { name, ...use } of await store.versionUses(asked)) uses.set(name, [...(uses.get(name) ?? []), use])
  return await Promise.all(
    rows.map(async (row) => view(row, arms.get(row.name), await bestRow(store, row), inOrder(uses.get(row.name)))),
  )
}

const inOrder = (uses: readonly VersionUse[] = []): readonly VersionUse[] =>
  uses.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))

/** A draft's prior says nothing about a skill that a person made under its name. */
async function bestRow(store: PromptStore, { name, origin }: SkillRecord): Promise<PromptRow | undefined> {
  for (const scorer of isDrafted(origin) ? ['bench', 'auto_drafter'] : ['bench']) {
    const [row] = await store.bestForSkill(name, scorer, 1)
    if (row !== undefined) return row
  }
  return undefined
}

function view(
  row: SkillRecord,
  arm: ({ readonly lastUsedAt: number | null } & Skill['counts']) | undefined,
  best: PromptRow | undefined,
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
    body: row.body,
    path: row.path,
    needsReview: row.needsReview,
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
