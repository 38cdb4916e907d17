import { svgText } from '../svg-text.ts'
import type { Interval } from './interval.ts'
import type { LiftReport, LiftVerdict, SkillLift } from './lift.ts'

const ROW = 26
const TOP = 64
const LABELS = 250
const PLOT = 420
const COUNTS = 150
const WIDTH = LABELS + PLOT + COUNTS
const COLOURS: Readonly<Record<LiftVerdict, string>> = {
  helps: '#1a7f37',
  'probably helps': '#57ab5a',
  harms: '#c62828',
  'probably harms': '#e5534b',
  'no difference seen': '#0969da',
  'not enough evidence': '#8a8f98',
}

/**
 * The lift of the most used skills as an SVG image: a dot for the pooled estimate, a thick bar for its 95 % interval, a
 * thin bar for the interval that is valid at all times. Names are escaped; at most `rows` skills are drawn. Light where it stands
 * alone; a page that is dark gives the classes other colours.
 */
export function liftPicture(report: LiftReport, rows = 30): string {
  const shown = report.skills.slice(0, rows)
  const height = TOP + (shown.length + 1) * ROW + 40
  const lines = [
    ...AXIS.map((value) => tick(value, height)),
    row({ ...report.overall, skill: 'any skill', archive: false }, 0),
    ...shown.map((lift, i) => row(lift, i + 1)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Success with each skill against success without">
<rect class="ground" width="100%" height="100%" fill="#fff"/>
<text x="12" y="24" font-size="15" font-weight="600">Success with the skill less success without</text>
<text x="12" y="42" class="soft" fill="#57606a">dot and thick bar: pooled, 95 %; thin bar: valid however often one looks; right: runs with / without</text>
${lines.join('\n')}
</svg>
`
}

const AXIS = [-1, -0.5, 0, 0.5, 1]

const place = (value: number) => (LABELS + ((Math.min(1, Math.max(-1, value)) + 1) / 2) * PLOT).toFixed(1)

function tick(value: number, height: number): string {
  const x = place(value)
  const bottom = height - 30
  return `<line class="${value === 0 ? 'zero' : 'grid'}" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}" stroke="${value === 0 ? '#24292f' : '#e1e4e8'}"/><text x="${x}" y="${bottom + 16}" text-anchor="middle" class="soft" fill="#57606a">${value > 0 ? '+' : ''}${value * 100} %</text>`
}

function row(lift: SkillLift, at: number): string {
  const y = TOP + at * ROW + 8
  const colour = COLOURS[lift.verdict]
  const { treated, control, pooled } = lift
  const runs = `${treated.successes + treated.failures} / ${control.successes + control.failures}`
  const note = lift.archive ? ' · archive?' : ''
  return [
    `<text x="12" y="${y + 4}">${svgText(lift.skill, LONGEST_LABEL)}</text>`,
    bar(lift.anytime, y, 1.5, colour),
    bar(pooled, y, 6, colour),
    `<circle cx="${place(pooled.lift)}" cy="${y}" r="5" fill="${colour}" stroke="#fff"/>`,
    `<text x="${LABELS + PLOT + 12}" y="${y + 4}" class="soft" fill="#57606a">${runs}${note}</text>`,
  ].join('')
}

const bar = ({ low, high }: Interval, y: number, width: number, colour: string) =>
  `<line x1="${place(low)}" x2="${place(high)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${width > 2 ? 0.45 : 1}"/>`

const LONGEST_LABEL = 34
