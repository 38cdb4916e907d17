import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, 'screenshots')
/** Set to 1 to take the fixtures anew; look at them before they are kept. */
const IS_TAKEN = process.env.WAYLAND_SCREENSHOTS === '1'

/**
 * How far a page is from the picture of it that is kept, 0 to 255: the largest mean difference of a tile of 32 pixels. Fonts
 * differ from machine to machine: each letter is as wide as any other, and each word a bar in its colour.
 */
export async function distanceFrom(name: string, page: Page): Promise<number> {
  const file = join(FOLDER, `${name}.png`)
  await page.addStyleTag({ content: PLAIN })
  const now = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  if (IS_TAKEN) writeFileSync(file, now)
  if (!existsSync(file)) throw new Error(`${file} is not there: run with WAYLAND_SCREENSHOTS=1, and look at it`)
  const images = [now, readFileSync(file)].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
  const blank = await page.context().newPage()
  const distance = await blank.evaluate<number>(`(${compare})(${JSON.stringify(images)})`)
  await blank.close()
  return distance
}

const PLAIN = `* {
  font: 400 14px/22px monospace !important;
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
  if (a.width !== b.width || a.height !== b.height) return 255
  let most = 0
  for (let top = 0; top < a.height; top += TILE)
    for (let left = 0; left < a.width; left += TILE) {
      let [sum, count] = [0, 0]
      for (let y = top; y < Math.min(top + TILE, a.height); y++)
        for (let x = left; x < Math.min(left + TILE, a.width); x++)
          for (let i = (y * a.width + x) * 4, end = i + 3; i < end; i++, count++) sum += Math.abs(a.data[i] - b.data[i])
      most = Math.max(most, sum / count)
    }
  return most
}`
