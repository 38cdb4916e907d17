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

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/**
 * What axe-core finds on a page that is serious or worse, a line each. In the dark everything; in the light, where only colours
 * are others, contrast.
 */
export async function barriersOn(page: Page): Promise<readonly string[]> {
  const lines: string[] = []
  for (const [colorScheme, rules] of [
    ['dark', '{}'],
    ['light', '{ runOnly: ["color-contrast"] }'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const load = colorScheme === 'dark' ? axe : ''
    const { violations } = (await page.evaluate(`${load}; axe.run(document, ${rules})`)) as {
      readonly violations: readonly Violation[]
    }
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    lines.push(...grave.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`))
  }
  return lines
}
