import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import { candidates } from '../../src/domain/retrieval/candidates.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import { readQuery } from '../../src/domain/retrieval/query.ts'
import { libraryOf } from './library-of.ts'

/** The ids of the best k skills for a text. */
export type Search = (text: string, k: number) => readonly string[]

const phrases = ({ triggers = [], examples = [] }: SkillText): string => [...triggers, ...examples].join('\n')
const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** SQLite's FTS5 with porter stems and bm25(), the same field weights as ours, any word may match. */
export function fts5(skills: readonly SkillText[]): Search {
  const database = new Database(':memory:')
  database.exec(`CREATE VIRTUAL TABLE skill USING fts5(id UNINDEXED, name, triggers, description, body,
    tokenize = 'porter unicode61')`)
  const insert = database.prepare('INSERT INTO skill VALUES (?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (const skill of skills) insert.run(skill.id, skill.name, phrases(skill), skill.description, skill.body ?? '')
  })()
  const select = database
    .prepare('SELECT id FROM skill WHERE skill MATCH ? ORDER BY bm25(skill, 0, 3, 3, 2, .5) LIMIT ?')
    .pluck()
  return (text, k) => {
    const match = [...new Set(words(text))].map((word) => `"${word}"`).join(' OR ')
    return match === '' ? [] : (select.all(match, k) as string[])
  }
}

/** minisearch with the same boosts, prefixes and small typing errors allowed, as its documentation advises. */
export function miniSearch(skills: readonly SkillText[]): Search {
  const index = new MiniSearch({ fields: ['name', 'triggers', 'description', 'body'] })
  index.addAll(skills.map((skill) => ({ ...skill, triggers: phrases(skill) })))
  const options = { boost: { name: 3, triggers: 3, description: 2, body: 0.5 }, prefix: true, fuzzy: 0.2 }
  return (text, k) =>
    index
      .search(text, options)
      .slice(0, k)
      .map(({ id }) => id as string)
}

/** Our first stage alone: fielded BM25. */
export function bm25f(skills: readonly SkillText[]): Search {
  const library = libraryOf(skills)
  return (text, k) =>
    candidates(library, readQuery(library, text), k)
      .slice(0, k)
      .map(({ skill }) => skill.id)
}

/** The score of minisearch's first hit for a text, the given skill not counting. */
export function miniSearchScores(skills: readonly SkillText[]): (text: string, without?: string) => number {
  const index = new MiniSearch({ fields: ['name', 'triggers', 'description', 'body'] })
  index.addAll(skills.map((skill) => ({ ...skill, triggers: phrases(skill) })))
  return (text, without) => index.search(text, { filter: ({ id }) => id !== without })[0]?.score ?? 0
}
