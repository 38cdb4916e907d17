import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** The README and the pages that it sends a reader to, by their paths in the repository. */
export const PAGES = [
  'README.md',
  'config/README.md',
  'src/README.md',
  'src/cli/README.md',
  'src/engines/README.md',
  'src/daemon/README.md',
  'src/mcp/README.md',
  'src/proxy/README.md',
  'src/ui/README.md',
  'test/README.md',
] as const
export type Page = (typeof PAGES)[number]

export const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** The blocks of shell on a page, which a test pastes one after the other. */
export const examplesOf = (page: Page): readonly string[] =>
  [...pageText(page).matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block.replace(new RegExp(`^${indent}`, 'gm'), ''),
  )

/** The anchor that a heading of Markdown gets on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Headings of a page, without what looks like one in a block of code. */
export const headingsOf = (page: string): readonly string[] =>
  [
    ...pageText(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = '']) => heading)
