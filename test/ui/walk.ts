import type { Page } from 'playwright-core'
import { LONG } from '../long.ts'
import { barriersOn } from './chromium.ts'

export const WIDTHS = [320, 768, 1440] as const

/** What was seen of one page. */
export interface Seen {
  readonly path: string
  /** Width of the content at each of `WIDTHS`. */
  readonly widths: readonly number[]
  /** What axe-core finds, at 320 pixels; at every width where there is time. */
  readonly barriers: readonly string[]
  /** Elements that a text of a stranger made, and links that run something. */
  readonly foreign: readonly string[]
}

const FOREIGN =
  'main :is(script, img, iframe, style, object, embed, base, meta, [onclick], [onerror], [onload]), a[href^="javascript" i]'

/** Opens each page once, and looks at it at every width. */
export async function walk(page: Page, at: string, paths: readonly string[]): Promise<readonly Seen[]> {
  const all: Seen[] = []
  for (const path of paths) {
    await page.goto(at + path)
    const widths: number[] = []
    const barriers: string[] = []
    for (const width of WIDTHS.toReversed()) {
      await page.setViewportSize({ width, height: 800 })
      widths.unshift(await page.evaluate<number>('document.documentElement.scrollWidth'))
      if (width === 320 || LONG) barriers.push(...(await barriersOn(page)))
    }
    const foreign = await page.locator(FOREIGN).evaluateAll((found) => found.map((one) => one.outerHTML))
    all.push({ path, widths, barriers, foreign })
  }
  return all
}
