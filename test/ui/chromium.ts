import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The installed Chromium; undefined where there is none, and the tests of the page in a browser are skipped. */
export const CHROMIUM: string | undefined = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((file) => existsSync(file))

export const NO_CHROMIUM = 'no Chromium is installed: on Debian, apt-get install chromium'

/** Starts Chromium. The user root has no sandbox of it; what it opens is served by the test. */
export const startChromium = async (): Promise<Browser> =>
  await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds on a page that is serious or worse, a line each. */
export async function barriersOn(page: Page): Promise<readonly string[]> {
  const { violations } = (await page.evaluate(`${axe}; axe.run()`)) as {
    readonly violations: readonly {
      readonly id: string
      readonly impact: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
