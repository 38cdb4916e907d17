import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'

const root = process.env.WAYLAND_BENCH_DATA ?? fileURLToPath(new URL('../../../shared', import.meta.url))

/** Ends the benchmark in peace where its data is not. */
export function needData(): void {
  if (existsSync(`${root}/data/routing/skillbank_skills.jsonl`)) return
  console.log(`No benchmark data at ${root} (set WAYLAND_BENCH_DATA to the folder that holds data/); nothing measured.`)
  process.exit(0)
}

export interface DevQuery {
  readonly query: string
  readonly gold: string
  readonly lang: string
  readonly shares: boolean
}

/** Pseudo-random numbers in [0, 1), mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const skillBank = (): readonly SkillText[] =>
  lines<{ id: string; name: string; description: string; triggers: string[]; prompt: string }>(
    'routing/skillbank_skills.jsonl',
  ).map(({ id, name, description, triggers, prompt }) => ({ id, name, description, triggers, body: prompt }))

/** The dev queries without the ambiguous ones, split by a seeded coin into the half tuned on and the half reported. */
export function devQueries(): { tune: readonly DevQuery[]; report: readonly DevQuery[] } {
  const random = seeded(1)
  const tune: DevQuery[] = []
  const report: DevQuery[] = []
  for (const row of lines<{
    query: string
    gold_id: string
    lang: string
    name_overlap: number
    n_neardup_paper: number
    query_is_trigger_of_other_skill: number
    same_query_as_other_gold: number
  }>('routing/skillbank_queries_dev.jsonl')) {
    if (row.n_neardup_paper || row.query_is_trigger_of_other_skill || row.same_query_as_other_gold) continue
    const half = random() < 0.5 ? tune : report
    half.push({ query: row.query, gold: row.gold_id, lang: row.lang, shares: row.name_overlap > 0 })
  }
  return { tune, report }
}

export const skillsBench = (): readonly SkillText[] =>
  lines<{ skill: string; name: string; description: string; body: string }>('routing/skillsbench_skills.jsonl').map(
    ({ skill, name, description, body }) => ({ id: skill, name, description, body }),
  )

export const keywordQueries = (): readonly { query: string; gold: readonly string[] }[] =>
  lines<{ query: string; gold_skill: string[] }>('routing/skillsbench_keywords.jsonl').map(({ query, gold_skill }) => ({
    query,
    gold: gold_skill,
  }))

/** Requests that nobody's skill answers: everyday phrases, and turns of at most three words; the reported half. */
export function chatter(): { everyday: readonly string[]; short: readonly string[] } {
  const random = seeded(5)
  const kept = (text: string): boolean => text !== '' && random() >= 0.5
  const turns = lines<{ text: string }>('real_coding_turns.jsonl').map(({ text }) => text.trim())
  return {
    everyday: lines<{ text: string }>('intents/clinc150.jsonl')
      .map(({ text }) => text)
      .filter(kept),
    short: [...new Set(turns.filter((text) => text.split(/\s+/).length <= 3))].filter(kept),
  }
}

/** No trigger of a skill may be a query of it; queries that stand elsewhere in the skill are told apart. */
export function withoutQueries(all: readonly SkillText[], queries: readonly DevQuery[]) {
  const asked = new Map<string, string>(queries.map(({ gold, query }) => [gold, query.toLowerCase()]))
  const told = new Set<string>()
  const skills = all.map((skill) => {
    const query = asked.get(skill.id)
    if (query === undefined) return skill
    const triggers = skill.triggers?.filter((trigger) => !trigger.toLowerCase().includes(query)) ?? []
    if (`${skill.name}\n${skill.description}\n${skill.body}`.toLowerCase().includes(query)) told.add(skill.id)
    return { ...skill, triggers }
  })
  return { skills, told }
}

function lines<T>(path: string): readonly T[] {
  const text = readFileSync(`${root}/data/${path}`, 'utf8').trim()
  return text.split('\n').map((line) => JSON.parse(line) as T)
}
