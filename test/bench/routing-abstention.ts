// How often is a skill offered where none fits, and does relevance mean what it says? Also draws the curve as SVG.
import { mkdirSync, writeFileSync } from 'node:fs'
import { SkillIndex } from '../../src/app/skill-index.ts'
import { chatter, devQueries, needData, skillBank } from './routing-data.ts'
import { miniSearchScores } from './routing-rivals.ts'

interface Judged {
  readonly relevance: number
  readonly right: boolean
  readonly weight: number
}

needData()
const skills = new Map(skillBank().map((skill) => [skill.id, skill]))
const { tune, report } = devQueries()
const { everyday, short } = chatter()
const index = new SkillIndex()
for (const skill of skills.values()) index.add(skill)
index.fit()
console.log(
  `features and strengths chosen on ${tune.length} dev queries and the other half of the chatter; here ${report.length}`,
)
console.log(
  `queries, ${everyday.length} everyday phrases, ${short.length} turns of at most 3 words, none of them seen by the fit\n`,
)

const top = (text: string): number => index.search(text, 1)[0]?.relevance ?? 0
table('ours', top)
table('minisearch score', miniSearchScores([...skills.values()]))

const answered: Judged[] = report.map(({ query, gold }) => {
  const hit = index.search(query, 1)[0]
  return { relevance: hit?.relevance ?? 0, right: hit?.id === gold, weight: 0.5 / report.length }
})
const none = [...everyday, ...short]
const unanswerable: Judged[] = [
  ...none.map((text) => ({ relevance: top(text), right: false, weight: 0.25 / none.length })),
  ...withoutGold(top).map((relevance) => ({ relevance, right: false, weight: 0.25 / report.length })),
]
const bins = binned([...answered, ...unanswerable])
const error = bins.reduce((sum, { weight, said, was }) => sum + weight * Math.abs(said - was), 0)
console.log(`\ncalibration error, 10 bins, answerable and unanswerable 1:1: ${error.toFixed(3)}`)
const folder = new URL('../../.bench/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('calibration.svg', folder), picture())
console.log('the curve: .bench/calibration.svg')

function table(name: string, score: (text: string) => number): void {
  const own = report.map(({ query }) => score(query)).sort((a, b) => a - b)
  const removed = withoutGold(score)
  const everydayScores = everyday.map(score)
  const shortScores = short.map(score)
  for (const share of [0.95, 0.9]) {
    const threshold = own[Math.floor(own.length * (1 - share))]!
    const offered = (of: readonly number[]) => (of.filter((v) => v > 0 && v >= threshold).length / of.length).toFixed(3)
    console.log(
      `${name.padEnd(18)} ${share * 100} % answered: offered to chatter ${offered([...everydayScores, ...shortScores])} ` +
        `(everyday ${offered(everydayScores)}, short ${offered(shortScores)}), right skill removed ${offered(removed)}`,
    )
  }
}

/** What a query scores once its right skill has been taken away. */
function withoutGold(score: (text: string, without?: string) => number): readonly number[] {
  return report.map(({ query, gold }) => {
    index.remove(gold)
    const relevance = score(query, gold)
    index.add(skills.get(gold)!)
    return relevance
  })
}

function binned(judged: readonly Judged[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const inside = judged.filter(({ relevance }) => Math.min(9, Math.floor(relevance * 10)) === bin)
    const weight = inside.reduce((sum, item) => sum + item.weight, 0)
    const mean = (of: (item: Judged) => number) =>
      weight === 0 ? 0 : inside.reduce((sum, item) => sum + of(item) * item.weight, 0) / weight
    return { weight, said: mean(({ relevance }) => relevance), was: mean(({ right }) => (right ? 1 : 0)) }
  })
}

function picture(): string {
  const at = (v: number): string => (20 + v * 360).toFixed(1)
  const up = (v: number): string => (380 - v * 360).toFixed(1)
  const dots = bins
    .filter(({ weight }) => weight > 0)
    .map(({ weight, said, was }) => {
      const radius = (3 + Math.sqrt(weight) * 22).toFixed(1)
      return `<circle cx="${at(said)}" cy="${up(was)}" r="${radius}" fill="#2a6fbb" fill-opacity=".6"/>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 420" font-family="sans-serif" font-size="11">
<rect x="20" y="20" width="360" height="360" fill="none" stroke="#999"/>
<line x1="20" y1="380" x2="380" y2="20" stroke="#999" stroke-dasharray="4"/>
${dots.join('\n')}
<text x="20" y="398">0 — relevance said — 1; upwards: share that was right; area: share of requests</text>
<text x="20" y="412">calibration error ${error.toFixed(3)}, answerable and unanswerable 1:1</text>
</svg>
`
}
