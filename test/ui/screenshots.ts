import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, 'screenshots')
/** Set to 1 to take the fixtures anew; look at them before they are kept. */
const IS_TAKEN = process.env.WAYLAND_SCREENSHOTS === '1'

/** How a page differs from the picture of it that is kept. */
export interface Difference {
  /** 0 to 255: the largest mean difference of a tile of 32 pixels. */
  readonly distance: number
  /** Colours that cover something in one of them and nearly nothing in the other, as #rrggbb. */
  readonly colours: readonly string[]
}

/**
 * Compares a page with its picture. Fonts differ from machine to machine: each letter is as wide as any other, in the font that
 * most have, and each word a bar in its colour.
 */
export async function differenceFrom(name: string, page: Page): Promise<Difference> {
  const file = join(FOLDER, `${name}.png`)
  await page.addStyleTag({ content: PLAIN })
  const now = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  if (IS_TAKEN) writeFileSync(file, now)
  if (!existsSync(file)) throw new Error(`${file} is not there: run with WAYLAND_SCREENSHOTS=1, and look at it`)
  const images = [now, readFileSync(file)].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
  const blank = await page.context().newPage()
  const difference = await blank.evaluate<Difference>(`(${compare})(${JSON.stringify(images)})`)
  await blank.close()
  return difference
}

const PLAIN = `* {
  font: 400 14px/22px "DejaVu Sans Mono", monospace !important;
  text-decoration: line-through 13px !important;
}
/* Temporary folders are longer on one machine than on another. */
.path {
  display: inline-block;
  width: 20em;
  height: 22px;
  overflow: hidden;
  white-space: nowrap;
}`

/** Runs in the browser, which reads pictures. */
const compare = `async (urls) => {
  const TILE = 32
  const pixels = await Promise.all(urls.map(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }))
  const [a, b] = pixels
  if (a.width !== b.width || a.height !== b.height) return { distance: 255, colours: [] }
  let most = 0
  for (let top = 0; top < a.height; top += TILE)
    for (let left = 0; left < a.width; left += TILE) {
      let [sum, count] = [0, 0]
      for (let y = top; y < Math.min(top + TILE, a.height); y++)
        for (let x = left; x < Math.min(left + TILE, a.width); x++)
          for (let i = (y * a.width + x) * 4, end = i + 3; i < end; i++, count++) sum += Math.abs(a.data[i] - b.data[i])
      most = Math.max(most, sum / count)
    }
  const counts = pixels.map(({ data }) => {
    const of = new Map()
    for (let i = 0; i < data.length; i += 4) {
      const colour = '#' + [0, 1, 2].map((n) => data[i + n].toString(16).padStart(2, '0')).join('')
      of.set(colour, (of.get(colour) ?? 0) + 1)
    }
    return of
  })
  // Edges of letters have colours of their own, of a few pixels each.
  const lacking = ([one, other]) =>
    [...one].flatMap(([colour, n]) => (n >= 300 && (other.get(colour) ?? 0) < n / 10 ? [colour] : []))
  const colours = [...new Set([...lacking(counts), ...lacking(counts.toReversed())])].sort()
  return { distance: most, colours }
}`
