import type { BankStats, Count } from './bank-stats.ts'

/** Two bar charts, skills by version and by tag, as one SVG document without scripts or outside references. */
export function statsSvg({ skills, versions, tags }: BankStats): string {
  const charts = [
    { title: `Versions of ${skills} skills`, counts: versions.slice(0, MAX_BARS) },
    { title: 'Tags', counts: tags.slice(0, MAX_BARS) },
  ]
  let y = GAP
  const parts = charts.map(({ title, counts }) => {
    const from = y
    y += (counts.length + 2) * LINE
    return chart(title, counts, from)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" font-family="sans-serif" font-size="13" role="img" aria-label="Skills of the bank by version and by tag">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`
}

const MAX_BARS = 15
const WIDTH = 640
const LABEL = 240
const LINE = 22
const GAP = 12

function chart(title: string, counts: readonly Count[], top: number): string {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const bars = counts.map(({ name, count }, i) => {
    const y = top + (i + 1) * LINE
    const width = Math.round((count / most) * (WIDTH - LABEL - 80))
    return `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text><rect x="${LABEL}" y="${y + 2}" width="${width}" height="${LINE - 6}" fill="#3b6ea5"/><text x="${LABEL + width + 6}" y="${y + 14}">${count}</text>`
  })
  return [`<text x="${GAP}" y="${top + 14}" font-weight="bold">${escaped(title)}</text>`, ...bars].join('\n')
}

const MAX_LABEL = 32

/** Text of others' skills, safe within an element: no markup, no characters that XML forbids. */
const escaped = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, ' ')]
    .slice(0, MAX_LABEL)
    .join('')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
