import { readdirSync, readFileSync } from 'node:fs'
import { abilitiesOf } from '../../../src/domain/capabilities/waiting.ts'

/** One way to do harm as it is written, and the same means for something honest. */
export interface Way {
  /** The file of the fixtures, without its ending: what kind of harm. */
  readonly family: string
  readonly attack: string
  readonly twin: string
}

const FOLDER = new URL('../../fixtures/ways/', import.meta.url)

/** The pairs of `test/fixtures/ways`: texts to look at, none of them to be run. */
export function readWays(folder: URL = FOLDER): readonly Way[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => {
      const parts = readFileSync(new URL(name, folder), 'utf8').split(/^### (?:attack|twin)\n/m)
      const texts = parts.slice(1).map((part) => part.trim())
      return texts.flatMap((attack, i) =>
        i % 2 === 0 ? [{ family: name.replace('.txt', ''), attack, twin: texts[i + 1] ?? '' }] : [],
      )
    })
}

/** Whether a person is shown what a text can do beyond its project, as it stands or in a block of code. */
export const isShown = (text: string, file = 'SKILL.md'): boolean =>
  (file === 'SKILL.md' ? [text, `\`\`\`\n${text}\n\`\`\``, `\`\`\`sh\n${text}\n\`\`\``] : [text]).some(
    (form) => abilitiesOf(new Map([[file, form]])).length > 0,
  )
