import { readYaml, splitFrontMatter } from '../front-matter.ts'
import { isFields } from '../json-value.ts'

/**
 * A skill of a shared library, as its SKILL.md has it. Libraries are read as they are: names and descriptions may be
 * longer than the Agent Skills rules allow, and in any script.
 */
export interface LibrarySkill {
  readonly library: string
  /** Path of its folder below the library's. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly triggers: readonly string[]
  readonly examples: readonly string[]
  readonly tags: readonly string[]
  /** What its author or its folder in the library files it under. */
  readonly category?: string
  /** Systems or agents that it says it is for. */
  readonly platforms?: readonly string[]
  readonly version: string | undefined
  readonly body: string
}

/** A skill of a library as it was last read from its folder. */
export interface ShelvedSkill extends LibrarySkill {
  /** `<library>/<path>`: no skill of one's own has such a name. */
  readonly id: string
  readonly root: string
  /** `waits`: for a person's approval of these bytes. */
  readonly standing: 'approved' | 'waits' | 'blocked'
  /** See `contentDigest`. */
  readonly digest: string
  /** Of its files when they were read. */
  readonly stamp: string
  /** Version of the safety rules that scanned them. */
  readonly rules: string
  /** Characters of its body, which is kept only where it is approved. */
  readonly size: number
}

/** A skill of a library under the name by which models know it. */
export interface CalledSkill extends ShelvedSkill {
  /** The name of its folder, as agents call skills; its id where a skill of one's own or of another library has that. */
  readonly called: string
}

/** Reads the text of a library's SKILL.md; undefined without a name and a description in its front matter. */
export function librarySkill(library: string, path: string, text: string): LibrarySkill | undefined {
  const { yaml, body } = splitFrontMatter(text)
  const fields = mappingOf(yaml.slice(0, MAX_FRONT_MATTER))
  const [name, description] = [textOf(fields?.name), textOf(fields?.description)]
  if (fields === undefined || name === '' || description === '') return undefined
  const [folder = '', ...below] = path.split('/')
  const category = textOf(fields.category ?? inMetadata(fields, 'category')) || (below.length > 0 ? folder : '')
  return {
    ...{ library, path, name: name.slice(0, MAX_NAME), description: description.slice(0, MAX_DESCRIPTION) },
    ...{
      triggers: listOf(fields.triggers),
      examples: listOf(fields.examples),
      tags: listOf(fields.tags ?? inMetadata(fields, 'tags')),
      body: body.slice(0, MAX_BODY),
    },
    ...(category === '' ? {} : { category: category.slice(0, MAX_NAME) }),
    platforms: listOf(fields.platforms ?? inMetadata(fields, 'platforms')),
    version: textOf(fields.version) || undefined,
  }
}

const MAX_FRONT_MATTER = 64 * 1024
const MAX_NAME = 300
const MAX_DESCRIPTION = 4_000
const MAX_BODY = 200_000
const MAX_LIST = 100

function mappingOf(yaml: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = readYaml(yaml)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const inMetadata = ({ metadata }: Readonly<Record<string, unknown>>, name: string): unknown =>
  typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>)[name] : undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A list of texts, or one text with commas. */
function listOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list
    .map(textOf)
    .filter((text) => text !== '')
    .slice(0, MAX_LIST)
}
