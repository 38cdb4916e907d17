import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './readme-pages.ts'

/** Every `bench:` script with the questions that its files open with, in Markdown. */
export function benchmarkList(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const rows = Object.entries(scripts)
    .filter(([name]) => name.startsWith('bench:'))
    .sort(([a], [b]) => a.localeCompare(b))
  return [
    '| script | question |',
    '|---|---|',
    ...rows.map(([name, command]) => `| \`${name}\` | ${filesOf(command).map(questionOf).join('<br>')} |`),
  ].join('\n')
}

const filesOf = (command: string): readonly string[] =>
  [...command.matchAll(/test\/bench\/[\w-]+\.ts/g)].map(([path]) => path)

/** The comment that a file begins with, as one line. */
function questionOf(path: string): string {
  const [comment = ''] = /^(?:\/\/ .*\n)+/.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
  if (comment === '') throw new Error(`${path} does not open with the question that it answers`)
  return comment
    .replace(/^\/\/ /gm, '')
    .trim()
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
}
