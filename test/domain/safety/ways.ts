import { readdirSync, readFileSync } from 'node:fs'

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
