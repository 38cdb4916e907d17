import { readFileSync } from 'node:fs'
import { FLOORS } from '../../config/floors.ts'
import { camelToKebab, OPTIONS, variableOf } from '../../src/config/options.ts'
import { PROMPTS } from '../../src/domain/learning/prompts/prompts.ts'
import { readResults } from '../agents/results.ts'
import { tableText } from '../agents/table.ts'
import { benchmarkList } from './benchmark-list.ts'
import { commandReference, skillFields } from './command-reference.ts'
import { engineTable, eventTable } from './engine-table.ts'
import type { Page } from './readme-pages.ts'

/** A part of a page that is written from the source, between `<!-- name -->` and `<!-- /name -->`. */
export interface Part {
  readonly page: Page
  readonly name: string
  readonly text: string
}

const code = (text: unknown) => `\`${String(text)}\``

/** The table of options, from the table that the program reads. */
const options = (): string =>
  [
    '| key, flag, variable | default | |',
    '|---|---|---|',
    ...OPTIONS.map(({ key, default: value, takes, words, fileKey, inProject }) => {
      const names = [...(fileKey === false ? [] : [key]), `--${camelToKebab(key)}`, variableOf(key)].map(code)
      const narrow = inProject === undefined ? '' : `. In a hook: ${inProject === 'any' ? 'any' : `only ${inProject}`}`
      const meaning = `${words}; ${takes}${narrow}`.replaceAll('|', '\\|').replaceAll('<', '&lt;')
      return `| ${names.join('<br>')} | ${value === null ? '' : code(value)} | ${meaning} |`
    }),
  ].join('\n')

/** An example that a test compiles and runs. */
const example = (file: URL): string => `\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\``

/** What each folder may import, from the list that the linter holds; every folder may import `domain`. */
const floors = (): string =>
  [
    '| folder or file | imports | types only | packages |',
    '|---|---|---|---|',
    ...Object.entries(FLOORS).map(([name, { imports = [], types = [], packages = [] }]) =>
      [`| \`${name}\``, ...[imports.filter((one) => one !== 'domain'), types, packages].map(codes), '|']
        .join(' | ')
        .replace(/ \| \|$/, ' |'),
    ),
  ].join('\n')

/** What a language model is asked, and what is sent with each question. */
const prompts = (): string =>
  [
    '| question | what for | what is sent beside its text |',
    '|---|---|---|',
    ...PROMPTS.map(({ name, version, words, sends }) => `| ${code(`${name}@${version}`)} | ${words} | ${sends} |`),
  ].join('\n')

const codes = (names: readonly string[]): string => names.map(code).join(', ')

export const PARTS: readonly Part[] = [
  { page: 'src/engines/README.md', name: 'engines', text: await engineTable() },
  { page: 'src/daemon/README.md', name: 'events', text: eventTable() },
  { page: 'src/engines/README.md', name: 'agents', text: tableText(readResults()) },
  { page: 'src/cli/README.md', name: 'commands', text: await commandReference() },
  { page: 'src/cli/README.md', name: 'skill', text: skillFields() },
  { page: 'config/README.md', name: 'options', text: options() },
  { page: 'config/README.md', name: 'prompts', text: prompts() },
  { page: 'test/README.md', name: 'benchmarks', text: benchmarkList() },
  { page: 'src/README.md', name: 'floors', text: floors() },
  { page: 'src/README.md', name: 'hook', text: example(new URL('../path/end-of-run-hook.ts', import.meta.url)) },
  { page: 'src/README.md', name: 'chat', text: example(new URL('../path/chat-loop.ts', import.meta.url)) },
]

/** The part as it stands on its page. */
export const marked = ({ name, text }: Part): string => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`
