import { quote } from '../draft/quote.ts'
import { lastUpTo } from '../matches.ts'
import { redactText } from '../redact.ts'

/** Maximum length of an excerpt, in code points. */
const MAX_EXCERPT = 120
/** Characters on each side of a hit that are redacted with it, so that no secret is cut before redaction. */
const MARGIN = 300
/** A hit within this distance of the start of its line is shown from there, other hits with some context. */
const NEAR_START = 60
const LEAD = 24

/** The line around a hit as inert text: short, secrets masked, unseen characters by number, no markup or template. */
export function excerptOf(text: string, at: number, length: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const start = at - lineStart <= NEAR_START ? lineStart : at - LEAD
  const from = Math.max(0, start - MARGIN)
  const lineEnd = text.indexOf('\n', at + 1)
  const end = lineEnd < 0 ? text.length : lineEnd
  const to = Math.min(end, at + Math.min(length, MAX_EXCERPT) + MARGIN)
  const before = redactText(text.slice(from, start)).text.length
  const window = redactText(text.slice(from, to)).text
  return quote(visible(window.slice(Math.min(before, window.length))), MAX_EXCERPT)
}

/** Replaces invisible characters by their code points; characters of layout stay. */
const visible = (text: string): string =>
  text.replace(UNSEEN, (run) => {
    const points = [...run]
    const shown = points
      .slice(0, 3)
      .map((char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    return ` (${shown.join(' ')}${points.length > 3 ? ` and ${points.length - 3} more` : ''}) `
  })

const UNSEEN = /(?:[\p{Cf}\p{Co}\p{Cn}\p{DI}\x80-\x9f]|(?![\t\n\r])[\x00-\x1f\x7f])+/gu

/** Returns a function that gives the line of a position, counted from 1. */
export function lineCounter(text: string): (position: number) => number {
  let starts: number[] | undefined
  return (position) => {
    starts ??= lineStarts(text)
    return lastUpTo(starts, position) + 1
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return starts
}
