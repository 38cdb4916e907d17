import type { Database } from 'better-sqlite3'
import { seedSuccesses } from '../../domain/hydration.ts'
import type { PromptRow } from '../store.ts'

/** The prompt store: rows by skill and scorer, and the seeds that the router takes from them. */
export function promptTable(db: Database) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO evolved_prompts (id, skill_name, parent_id, prompt_body, score, score_measured, scorer, generation,
       created_at, metadata) VALUES (?,?,?,?,?,?,?,?,?,?)`,
  )
  const best = db.prepare<[string, string, number], Record<string, string | number | null>>(
    `SELECT * FROM evolved_prompts WHERE skill_name = ? AND scorer = ?
     ORDER BY score_measured DESC, score DESC, created_at DESC, rowid DESC LIMIT ?`,
  )
  const bestForSkill = (name: string, scorer: string, limit: number): PromptRow[] =>
    best.all(name, scorer, limit).map(toPrompt)

  return {
    add(row: PromptRow): void {
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
    },
    bestForSkill,
    seedPairsFor: (names: readonly string[], scorer: string, limit: number): [string, number][] =>
      names.flatMap((name) =>
        best
          .all(name, scorer, limit)
          .map((row): [string, number] => [name, seedSuccesses(Number(row.score))])
          .filter(([, successes]) => successes > 0),
      ),
  }
}

function toPrompt(row: Record<string, string | number | null>): PromptRow {
  return {
    id: String(row.id),
    skillName: String(row.skill_name),
    parentId: row.parent_id === null ? null : String(row.parent_id),
    promptBody: String(row.prompt_body),
    score: Number(row.score),
    scoreMeasured: row.score_measured === 1,
    scorer: String(row.scorer),
    generation: Number(row.generation),
    createdAt: Number(row.created_at),
    metadata: row.metadata === null ? null : (JSON.parse(String(row.metadata)) as Record<string, unknown>),
  }
}
