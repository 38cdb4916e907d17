import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seeded } from '../routing-data.ts'
import { type Sample, scanSkill } from './samples.ts'

/** A collection of texts that nobody meant any harm with. */
export interface Harmless {
  readonly name: string
  readonly texts: readonly { readonly id: string; readonly text: string }[]
}

/** The benign samples in two halves, the skills of two collections, the pages of the packages here, and real requests. */
export function harmless(data: string, benign: readonly Sample[]): readonly Harmless[] {
  const coin = seeded(1)
  const halves = benign.map((sample) => ({ sample, isTuned: coin() < 0.5 }))
  const half = (tuned: boolean) => halves.filter(({ isTuned }) => isTuned === tuned).map(({ sample }) => sample)
  return [
    { name: 'benign skills, half to tune on', texts: half(true) },
    { name: 'benign skills, half to report', texts: half(false) },
    {
      name: 'SkillBank skills',
      texts: rows(data, 'data/routing/skillbank_skills.jsonl', ({ id, description, prompt }) => ({
        id,
        text: `---\nname: x\ndescription: ${JSON.stringify(description)}\n---\n${prompt}`,
      })),
    },
    {
      name: 'SkillsBench skills',
      texts: rows(data, 'data/routing/skillsbench_skills.jsonl', ({ name, description, body }) => ({
        id: name,
        text: `---\nname: x\ndescription: ${JSON.stringify(description)}\n---\n${body}`,
      })),
    },
    { name: 'pages of packages', texts: pages() },
    {
      name: 'requests of developers',
      texts: rows(data, 'data/real_coding_turns.jsonl', ({ session, ts, text }) => ({ id: `${session} ${ts}`, text })),
    },
  ]
}

/** What was found gravest in each text that was stopped. */
export function stoppedOf({ texts }: Harmless): readonly { readonly severity: string; readonly line: string }[] {
  return texts.flatMap(({ id, text }) => {
    const findings = scanSkill(text)
    const worst =
      findings.find(({ severity }) => severity === 'block') ?? findings.find((one) => one.severity === 'warn')
    return worst === undefined
      ? []
      : [{ severity: worst.severity, line: `${worst.severity} ${id}: ${worst.rule}: ${worst.excerpt}` }]
  })
}

/** The texts that the collections hold, by the names that they give them. */
type Row = Readonly<Record<'id' | 'name' | 'description' | 'prompt' | 'body' | 'session' | 'ts' | 'text', string>>

function rows<T>(data: string, path: string, read: (row: Row) => T): T[] {
  return readFileSync(join(data, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => read(JSON.parse(line) as Row))
}

/** Markdown files of the packages that are installed here: commands, downloads, words about secrets. */
function pages(): { readonly id: string; readonly text: string }[] {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|markdown)$/i.test(path))
    .sort()
    .map((path) => ({ id: path, text: readFileSync(join(root, path), 'utf8') }))
}
