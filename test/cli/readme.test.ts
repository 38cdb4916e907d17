import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorOf, headingsOf, PAGES, pageText, ROOT } from './readme-pages.ts'
import { marked, PARTS } from './readme-parts.ts'

const { scripts } = JSON.parse(pageText('package.json')) as { scripts: Record<string, string> }
const SCRIPTS = new Set(Object.keys(scripts))

it.each(PARTS)('$page has the part "$name" word for word; "npm run readme" writes it', (part) =>
  expect(pageText(part.page)).toContain(marked(part)),
)

it('the README is a page, and not a book', () =>
  expect(pageText('README.md').split('\n').length).toBeLessThanOrEqual(151))

describe.each(PAGES)('%s', (page) => {
  it('links to files that exist, and to headings that they have', () => {
    const links = [...pageText(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((match) => match[1] ?? '')
    expect(links.filter((link) => !leadsTo(page, link))).toEqual([])
  })

  it('names scripts that exist', () => {
    const named = [...pageText(page).matchAll(/npm run (?:-s )?([\w:-]+)(?=[`\s;])/g)].map((match) => match[1] ?? '')
    expect(named.filter((script) => !SCRIPTS.has(script))).toEqual([])
  })
})

function leadsTo(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  return existsSync(join(ROOT, target)) && (anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor))
}

it('every page can be reached from the README by its links', () => {
  for (const page of PAGES.slice(1)) expect(pageText('README.md')).toContain(`](${page}`)
})

it('the package ships what the program reads, and every page', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const [pack] = JSON.parse(listed) as { files: { path: string }[] }[]
  const paths = pack?.files.map(({ path }) => path) ?? []
  for (const path of [...PAGES, 'LICENSE', 'dist/cli/main.js', 'dist/index.d.ts', 'test/fixtures/demo/sessions.jsonl'])
    expect(paths).toContain(path)
  expect(paths.some((path) => path.startsWith('migrations/') && path.endsWith('.sql'))).toBe(true)
})
