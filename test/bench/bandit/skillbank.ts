import { readFileSync } from 'node:fs'
import { SkillIndex } from '../../../src/app/skill-index.ts'
import { benchData } from '../bench-data.ts'
import type { Hit, Retrieve } from './policies.ts'

export interface Query {
  readonly query: string
  readonly gold: string
}

const CANDIDATES = 5

/** The dev queries without the ambiguous ones, and retrieval over the skills, fitted where the index can be. */
export async function loadSkillbank(
  bench: string,
): Promise<{ readonly queries: readonly Query[]; readonly retrieve: Retrieve }> {
  const lines = <T>(name: string): T[] =>
    readFileSync(benchData(bench, `data/routing/${name}`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T)
  const index = new SkillIndex()
  for (const { id, name, description, triggers, prompt } of lines<SkillLine>('skillbank_skills.jsonl'))
    index.add({ id, name, description, triggers, body: prompt })
  index.fit()
  const queries = lines<QueryLine>('skillbank_queries_dev.jsonl')
    .filter((q) => !q.query_is_trigger_of_other_skill && !q.same_query_as_other_gold && !q.n_neardup_paper)
    .map((q) => ({ query: q.query, gold: q.gold_id }))
  const found = new Map<string, readonly Hit[]>()
  const retrieve = (query: string) => {
    const hits = found.get(query) ?? index.search(query, CANDIDATES)
    found.set(query, hits)
    return hits
  }
  return { queries, retrieve }
}

interface SkillLine {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly triggers: string[]
  readonly prompt: string
}

interface QueryLine {
  readonly query: string
  readonly gold_id: string
  readonly query_is_trigger_of_other_skill: number
  readonly same_query_as_other_gold: number
  readonly n_neardup_paper: number
}
