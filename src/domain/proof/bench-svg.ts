import { svgText } from '../svg-text.ts'
import type { ArmLine, BenchReport } from './bench-report.ts'
import { ARMS, type Judgement, worthWords } from './bench-words.ts'

/** A comparison that can be drawn. */
type Pictured = Judgement & Pick<BenchReport, 'scorer' | 'tasks' | 'lines'>

/**
 * The report as an SVG image without scripts or outside references: the score of each arm, and the difference of each
 * family of tasks. At most `most` families are drawn, the largest losses and gains.
 */
export function benchSvg(report: Pictured, most = 40): string {
  const families = extremes(familiesOf(report), most)
  const [arms, below] = [TOP + report.lines.length * ROW, TOP + report.lines.length * ROW + 2 * ROW]
  const height = below + families.length * ROW + ROW
  const title = `${report.skill} ${report.version}: ${report.tasks} tasks, by ${report.scorer}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${svgText(title)}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="24" font-size="15" font-weight="600">${svgText(title, 90)}</text>
<text x="12" y="42" fill="#57606a">${svgText(worthWords(report), 120)}</text>
${report.lines.map((line, i) => armRow(line, TOP + i * ROW)).join('\n')}
<text x="12" y="${arms + ROW}" font-weight="600">Families: the skill less ${svgText(ARMS[report.against])}</text>
<line x1="${MIDDLE}" x2="${MIDDLE}" y1="${below - 8}" y2="${height - 12}" stroke="#24292f"/>
${families.map((one, i) => familyRow(one, below + i * ROW)).join('\n')}
</svg>
`
}

const [TOP, ROW, LABELS, PLOT] = [56, 24, 270, 420]
const WIDTH = LABELS + PLOT + 110
const MIDDLE = LABELS + PLOT / 2
const LONGEST_LABEL = 36

interface Family {
  readonly name: string
  /** -1 to 1. */
  readonly difference: number
}

/** Means of the tasks of each family. */
function familiesOf({ judged }: Pictured): readonly Family[] {
  const sums = new Map<string, { readonly sum: number; readonly count: number }>()
  for (const { family, difference } of judged.differences) {
    const { sum, count } = sums.get(family) ?? { sum: 0, count: 0 }
    sums.set(family, { sum: sum + difference, count: count + 1 })
  }
  return [...sums]
    .map(([name, { sum, count }]) => ({ name, difference: sum / count }))
    .sort((a, b) => a.difference - b.difference || (a.name < b.name ? -1 : 1))
}

/** The first and the last of a sorted list. */
const extremes = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most ? list : [...list.slice(0, most >> 1), ...list.slice(-(most >> 1))]

function armRow({ arm, score, tries, left }: ArmLine, y: number): string {
  const label = `<text x="12" y="${y + 14}">${svgText(ARMS[arm], LONGEST_LABEL)}</text>`
  if (score === null)
    return `${label}<text x="${LABELS}" y="${y + 14}" fill="#57606a">${svgText(left ?? 'not tried')}</text>`
  const width = (score * PLOT).toFixed(1)
  const colour = arm === 'skill' ? '#0969da' : '#8a8f98'
  return `${label}<rect x="${LABELS}" y="${y + 3}" width="${width}" height="${ROW - 8}" fill="${colour}"/><text x="${LABELS + PLOT + 12}" y="${y + 14}" fill="#57606a">${score.toFixed(2)}, ${tries} tries</text>`
}

function familyRow({ name, difference }: Family, y: number): string {
  const x = (MIDDLE + (difference * PLOT) / 2).toFixed(1)
  const colour = difference > 0 ? '#1a7f37' : difference < 0 ? '#c62828' : '#8a8f98'
  const said = `${difference > 0 ? '+' : ''}${(difference * 100).toFixed(0)}`
  return `<text x="12" y="${y + 4}">${svgText(name, LONGEST_LABEL)}</text><line x1="${MIDDLE}" x2="${x}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="5" fill="${colour}"/><text x="${LABELS + PLOT + 12}" y="${y + 4}" fill="#57606a">${said}</text>`
}
