import { readFileSync } from 'node:fs'
import { variableOf } from '../../src/config/config.ts'
import { camelToKebab, OPTIONS } from '../../src/config/options.ts'
import { readResults } from '../agents/results.ts'
import { tableText } from '../agents/table.ts'

const code = (text: unknown) => `\`${String(text)}\``

/** The table of options, from the table that the program reads. */
const options = (): string =>
  [
    '| key, flag, variable | default | |',
    '|---|---|---|',
    ...OPTIONS.map(({ key, default: value, takes, words, fileKey }) => {
      const names = [...(fileKey === false ? [] : [key]), `--${camelToKebab(key)}`, variableOf(key)].map(code)
      const meaning = `${words}; ${takes}`.replaceAll('|', '\\|').replaceAll('<', '&lt;')
      return `| ${names.join('<br>')} | ${value === null ? '' : code(value)} | ${meaning} |`
    }),
  ].join('\n')

const hook = (): string => readFileSync(new URL('../path/end-of-run-hook.ts', import.meta.url), 'utf8')

const agents = (): string => tableText(readResults())

/** The parts of the README that are written from the source, by the name in their `<!-- name -->` marks. */
export const PARTS: Readonly<Record<string, string>> = {
  agents: agents(),
  options: options(),
  hook: `\`\`\`ts\n${hook()}\`\`\``,
}
