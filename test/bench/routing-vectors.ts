// What do vectors add to finding the right skill? The same queries by words alone and with the encoder on this machine.

import { SkillIndex } from '../../src/app/skill-index.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import { leaning, meaningTexts } from '../../src/domain/retrieval/meaning.ts'
import { pack } from '../../src/domain/vectors/cosine.ts'
import { encoderVectors } from './encoder-vectors.ts'
import { devQueries, keywordQueries, needData, skillBank, skillsBench, withoutQueries } from './routing-data.ts'

needData()
const { tune, report } = devQueries()
const queries = [...tune, ...report]
const { skills: bank } = withoutQueries(skillBank(), queries)
const bench = skillsBench()
const keywords = keywordQueries()
const textsOf = (skill: SkillText) => Object.values(meaningTexts(skill)).flat()
const vectors = await encoderVectors([
  ...[...bank, ...bench].flatMap(textsOf),
  ...[...queries, ...keywords].map(({ query }) => query),
])
if (vectors === undefined) process.exit(0)

const found = searches(bank)
console.log(`skillbank: ${bank.length} skills; weights fitted to held-out triggers, offset chosen on the tuned half`)
console.log('first / in five:                all          no shared word')
for (const [half, of] of [
  ['reported half', report] as const,
  ['tuned half', tune] as const,
  ['both', queries] as const,
])
  for (const [name, search] of Object.entries(found)) {
    const ranked = of.map(({ query, gold, shares }) => ({ shares, rank: search(query).indexOf(gold) }))
    const alone = ranked.filter(({ shares }) => !shares)
    console.log(`${`${name}, ${half}`.padEnd(32)}${share(ranked)}  ${share(alone)}`)
  }
console.log(
  `\nskillsbench: ${bench.length} skills without triggers, ${keywords.length} queries, nothing chosen on them`,
)
for (const [name, search] of Object.entries(searches(bench))) {
  const ranked = keywords.map(({ query, gold }) => ({ rank: search(query).findIndex((id) => gold.includes(id)) }))
  console.log(`${name.padEnd(32)}${share(ranked)}`)
}

function searches(skills: readonly SkillText[]): Readonly<Record<string, (query: string) => readonly string[]>> {
  const index = new SkillIndex()
  for (const skill of skills) index.add(skill)
  index.fit()
  const of = (texts: readonly string[]) => texts.flatMap((text) => vectors?.(text) ?? []).map(pack)
  const meanings = new Map(
    skills.map((skill) => {
      const { phrases, about } = meaningTexts(skill)
      return [skill.id, { phrases: of(phrases), about: of(about) }]
    }),
  )
  const ids = (query: string, toward?: (id: string) => number) => index.search(query, 5, toward).map(({ id }) => id)
  return {
    'words alone': (query) => ids(query),
    'with vectors': (query) => {
      const vector = vectors?.(query)
      return ids(query, vector && ((id) => leaning(vector, meanings.get(id)!)))
    },
  }
}

function share(ranked: readonly { readonly rank: number }[]): string {
  const of = (hit: (rank: number) => boolean) =>
    (ranked.filter(({ rank }) => hit(rank)).length / ranked.length).toFixed(3)
  return `${of((rank) => rank === 0)}/${of((rank) => rank >= 0)}`
}
