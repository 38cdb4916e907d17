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

export interface Shown {
  /** Ids of a person's own skill with hostile text in its names and text, and of a quarantined one. */
  readonly own: string
  readonly harmful: string
  /** A request with markup and signs that turn text around. */
  readonly hostile: string
}

/** Paths of a page of every kind, those with hostile text among them. */
export async function pathsOf(page: Page, at: string, { own, harmful, hostile }: Shown): Promise<readonly string[]> {
  const links = async (path: string, selector: string) => {
    await page.goto(at + path)
    const found = await page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    return found.map((href) => href.slice(new URL(at).pathname.length))
  }
  const turns = await links(`/turns?q=${encodeURIComponent('gnp')}`, '.item h2 a')
  const drafts = await links('/', '.item h2 a')
  if (drafts.length === 0) throw new Error('there is no draft on the first page')
  return [
    '/',
    '/queue',
    '/queue?kind=quarantined',
    '/queue?kind=used',
    '/queue?kind=archive&origin=person',
    ...[`/skills/${own}`, `/skills/${own}?raw=1`, `/skills/${own}/edit`],
    ...[`/skills/${harmful}`, `/skills/${harmful}?raw=1`, ...drafts.slice(0, 1)],
    '/turns',
    ...turns.slice(0, 1),
    `/try?q=${encodeURIComponent(hostile)}&threshold=0.1`,
    '/worth',
    '/learning',
    '/settings',
    '/nowhere',
  ]
}
