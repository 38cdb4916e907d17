import type { Database } from 'better-sqlite3'
import { seedSuccesses } from '../../domain/hydration.ts'
import { speaksFor, taskCount } from '../../domain/measurement.ts'
import type { SeedPair } from '../ports/prompt-store.ts'
import type { PromptRow } from '../prompt-row.ts'
import type { RowOf } from './row.ts'
import type { evolvedPrompts, skills } from './schema.ts'

/** Prompt rows by skill and scorer, and the seeds that the router reads from them. */
export function promptTable(db: Database) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO evolved_prompts (id, skill_name, parent_id, prompt_body, score, score_measured, scorer, generation,
       created_at, metadata) VALUES (?,?,?,?,?,?,?,?,?,?)`,
  )
  const best = db.prepare<[string, string], Stored>(
    `SELECT * FROM evolved_prompts WHERE skill_name = ? AND scorer = ? ORDER BY ${BEST_FIRST}`,
  )
  type Scored = Pick<Stored, 'skill_name' | 'score' | 'score_measured' | 'metadata'>
  const scored = 'SELECT skill_name, score, score_measured, metadata FROM evolved_prompts WHERE scorer = ?'
  const bestOfAll = db.prepare<[string], Scored>(`${scored} ORDER BY skill_name, ${BEST_FIRST}`)
  const bestOf = db.prepare<[string, string], Scored>(
    `${scored} AND skill_name IN (SELECT value FROM json_each(?)) ORDER BY skill_name, ${BEST_FIRST}`,
  )
  // Not a count, since old rows of drafts are deleted.
  const next = db
    .prepare<[string, string], number>(
      'SELECT coalesce(max(generation) + 1, 0) FROM evolved_prompts WHERE skill_name = ? AND scorer = ?',
    )
    .pluck()
  const byId = db.prepare<[string], Stored>('SELECT * FROM evolved_prompts WHERE id = ?')
  const bodyOf = db.prepare<[string], Pick<RowOf<typeof skills>, 'body'>>('SELECT body FROM skills WHERE name = ?')

  function bestForSkill(name: string, scorer: string, limit: number): PromptRow[] {
    const found: PromptRow[] = []
    if (limit < 1) return found
    let body: string | undefined
    for (const stored of best.iterate(name, scorer)) {
      const row = toPrompt(stored)
      if (row.metadata !== null) body ??= bodyOf.get(name)?.body
      if (speaksFor(row.metadata, body)) found.push(row)
      if (found.length === limit) break
    }
    return found
  }

  function bestScores(
    scorer: string,
    names?: readonly string[],
  ): Map<string, Pick<PromptRow, 'score' | 'scoreMeasured'>> {
    const found = new Map<string, Pick<PromptRow, 'score' | 'scoreMeasured'>>()
    for (const row of names === undefined ? bestOfAll.all(scorer) : bestOf.all(scorer, JSON.stringify(names))) {
      const name = row.skill_name
      if (found.has(name)) continue
      const metadata = toMetadata(row.metadata)
      const body = metadata === null ? undefined : bodyOf.get(name)?.body
      if (speaksFor(metadata, body)) found.set(name, { score: row.score, scoreMeasured: row.score_measured === 1 })
    }
    return found
  }

  const add = db.transaction((row: PromptRow): PromptRow | undefined => {
    const there = byId.get(row.id)
    if (there !== undefined) return toPrompt(there)
    insert.run(
      row.id,
      row.skillName,
      row.parentId,
      row.promptBody,
      row.score,
      Number(row.scoreMeasured),
      row.scorer,
      row.generation,
      row.createdAt,
      row.metadata === null ? null : JSON.stringify(row.metadata),
    )
    return undefined
  })

  return {
    addPrompt: (row: PromptRow): PromptRow | undefined => add.immediate(row),
    nextGeneration: (name: string, scorer: string): number => next.get(name, scorer) ?? 0,
    bestForSkill,
    bestScores,
    seedPairsFor: (names: readonly string[], scorer: string, limit: number): SeedPair[] =>
      names.flatMap((name) =>
        bestForSkill(name, scorer, limit)
          .map(({ score, metadata }): SeedPair => {
            const tasks = taskCount(metadata)
            return tasks === undefined ? [name, seedSuccesses(score)] : [name, seedSuccesses(score), tasks]
          })
          .filter(([, successes]) => successes > 0),
      ),
  }
}

const BEST_FIRST = 'score_measured DESC, score DESC, created_at DESC, rowid DESC'

type Stored = RowOf<typeof evolvedPrompts>

const toMetadata = (json: string | null): PromptRow['metadata'] =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)

function toPrompt(row: Stored): PromptRow {
  return {
    id: row.id,
    skillName: row.skill_name,
    parentId: row.parent_id,
    promptBody: row.prompt_body,
    score: row.score,
    scoreMeasured: row.score_measured === 1,
    scorer: row.scorer,
    generation: row.generation,
    createdAt: row.created_at,
    metadata: toMetadata(row.metadata),
  }
}
