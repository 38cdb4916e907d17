// How often is the right skill found first, and among the first five? Against FTS5 bm25(), minisearch and plain BM25F.

import { SkillIndex } from '../../src/app/skill-index.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import {
  type DevQuery,
  devQueries,
  keywordQueries,
  needData,
  skillBank,
  skillsBench,
  withoutQueries,
} from './routing-data.ts'
import { bm25f, fts5, miniSearch, type Search } from './routing-rivals.ts'

needData()
const { tune, report } = devQueries()
const { skills, told } = withoutQueries(skillBank(), [...tune, ...report])
const ours = indexOf(skills)
const unfitted: Search = (text, k) => ours.search(text, k).map(({ id }) => id)
const rivals: [string, Search][] = [
  ['FTS5 bm25()', fts5(skills)],
  ['minisearch', miniSearch(skills)],
  ['plain BM25F', bm25f(skills)],
]
console.log(
  `skillbank: ${skills.length} skills; weights chosen on ${tune.length} dev queries, ${report.length} reported here.`,
)
console.log(`${told.size} dev queries stand word for word elsewhere in their skill and are left out of "strict".`)
console.log(
  'share found first / in five:        all            en             zh             ru             no shared word strict',
)
for (const [name, search] of rivals) row(name, search)
row('ours, before fit', unfitted)
ours.fit()
row('ours, fitted', unfitted)
row('ours, the tuned half', unfitted, tune)

const bench = skillsBench()
const keywords = keywordQueries()
const fitted = indexOf(bench)
fitted.fit()
console.log(
  `\nskillsbench: ${bench.length} skills without triggers, ${keywords.length} keyword queries, nothing tuned on them`,
)
const found: [string, Search][] = [
  ['FTS5 bm25()', fts5(bench)],
  ['minisearch', miniSearch(bench)],
  ['plain BM25F', bm25f(bench)],
  ['ours', (text, k) => fitted.search(text, k).map(({ id }) => id)],
]
for (const [name, search] of found) {
  const ranks = keywords.map(({ query, gold }) => search(query, 5).findIndex((id) => gold.includes(id)))
  console.log(`${name.padEnd(24)}${share(ranks)}`)
}
failures()

function indexOf(of: readonly SkillText[]): SkillIndex {
  const index = new SkillIndex()
  for (const skill of of) index.add(skill)
  return index
}

function row(name: string, search: Search, queries: readonly DevQuery[] = report): void {
  const ranked = queries.map((query) => ({ query, rank: search(query.query, 5).indexOf(query.gold) }))
  const ranks = (keep: (query: DevQuery) => boolean) =>
    ranked.filter(({ query }) => keep(query)).map(({ rank }) => rank)
  const groups = [
    ranks(() => true),
    ...['en', 'zh', 'ru'].map((lang) => ranks((query) => query.lang === lang)),
    ranks(({ shares }) => !shares),
    ranks(({ gold }) => !told.has(gold)),
  ]
  console.log(`${name.padEnd(24)}${groups.map(share).join(' ')}`)
}

function share(ranks: readonly number[]): string {
  const of = (hit: (rank: number) => boolean): string =>
    (ranks.filter(hit).length / Math.max(1, ranks.length)).toFixed(3)
  return `${of((rank) => rank === 0)}/${of((rank) => rank >= 0)}`.replaceAll('0.', '.').padEnd(14)
}

function failures(): void {
  if (!process.argv.includes('--failures')) return
  const names = new Map(skills.map(({ id, name }) => [id, name]))
  for (const { query, gold } of report) {
    const hits = ours.search(query, 30)
    const rank = hits.findIndex(({ id }) => id === gold)
    if (rank !== 0)
      console.log(
        `#${rank} ${query} -> ${names.get(gold)} | got ${hits.slice(0, 1).map(({ id, relevance }) => `${names.get(id)} ${relevance.toFixed(2)}`)}`,
      )
  }
}
