import { createHash } from 'node:crypto'
import { asWaylandError } from '../errors.ts'
import { isDrafted, type SkillOrigin } from '../skill.ts'
import { formatSkillMd, parseSkillMd, type SkillMd } from '../skill-md-format.ts'
import { withoutToolNames } from '../tool-names.ts'

/** A skill's files as the engines that read a folder want them, or why they are not put there. */
export type Shaped = { readonly files: ReadonlyMap<string, string | Uint8Array> } | { readonly refused: string }

type Files = ReadonlyMap<string, Uint8Array>

/** What an engine understands of a SKILL.md beyond the Agent Skills format. */
export interface SkillFormat {
  readonly engine: string
  /** It has fields of its own, so that the text is copied as it is. */
  readonly keepsAllFields?: true
  /** How it keeps a skill for the person to call: by the field, or by a further file. Absent where it cannot. */
  readonly holdsBack?: 'field' | { readonly path: string; readonly text: string }
  /** A line of front matter by which it marks a learned skill; other engines' validators refuse it. */
  readonly learnedLine?: string
}

/**
 * The files of an active skill for one folder that these engines read: the text as it is where one of them has fields of its
 * own, else with the fields of the Agent Skills format only. Links, and the manifest of a draft, stay behind.
 */
export function shapedFor(files: Files, origin: SkillOrigin, readers: readonly SkillFormat[]): Shaped {
  const text = Buffer.from(files.get('SKILL.md') ?? [])
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  let skill: SkillMd
  try {
    skill = parseSkillMd(text)
  } catch (error) {
    return { refused: asWaylandError(error).message }
  }
  const isHeldBack = isTrue(skill.extra[HELD_BACK])
  const careless = isHeldBack ? readers.find(({ holdsBack }) => holdsBack === undefined) : undefined
  if (careless !== undefined)
    return { refused: `${HELD_BACK} is set, and ${careless.engine} would let the model use it all the same` }
  const kept = new Map<string, string | Uint8Array>(
    [...files].filter(([path]) => !path.endsWith('/') && !(isDrafted(origin) && path === 'manifest.json')),
  )
  kept.set(
    'SKILL.md',
    withOrigin(
      readers.some(({ keepsAllFields }) => keepsAllFields) ? text : strict(text, skill, readers),
      origin,
      readers,
    ),
  )
  if (isHeldBack)
    for (const { holdsBack } of readers) if (typeof holdsBack === 'object') kept.set(holdsBack.path, holdsBack.text)
  return { files: kept }
}

/**
 * What a copy has in common with the skill that it was made of, whichever engines it is for: name, description and text, apart
 * from the names of tools, as a digest. Undefined where the files are no skill.
 */
export function copiedContent(files: ReadonlyMap<string, string | Uint8Array>): string | undefined {
  const text = Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
  try {
    const { name, description, body } = parseSkillMd(text.replace(/^\uFEFF/, ''))
    return createHash('sha256')
      .update(JSON.stringify([name, description, withoutToolNames(body.trim())]))
      .digest('hex')
  } catch {
    return undefined
  }
}

/** The field that keeps a skill for the person to call. */
const HELD_BACK = 'disable-model-invocation'
const isTrue = (value: unknown): boolean => typeof value === 'string' && /^true$/i.test(value)

/** Optional fields of the Agent Skills format beside `metadata`, each one line of text. */
const OPTIONAL = ['license', 'compatibility', 'allowed-tools'] as const

function strict(text: string, skill: SkillMd, readers: readonly SkillFormat[]): string {
  const known: readonly string[] = readers.every(({ holdsBack }) => holdsBack === 'field')
    ? [...OPTIONAL, HELD_BACK]
    : OPTIONAL
  const fits = ([key, value]: [string, unknown]) =>
    known.includes(key) && (key === HELD_BACK ? isTrue(value) : typeof value === 'string')
  const extra = Object.entries(skill.extra)
  if (extra.every(fits)) return text
  return withLines(
    formatSkillMd(skill),
    extra.filter(fits).map(([key, value]) => `${key}: ${key === HELD_BACK ? 'true' : JSON.stringify(value)}`),
  )
}

/** With the line that marks a learned skill, where every reader of the folder has the same. */
const withOrigin = (text: string, origin: SkillOrigin, readers: readonly SkillFormat[]): string =>
  withLines(text, isDrafted(origin) ? sharedLine(readers) : [])

function sharedLine(readers: readonly SkillFormat[]): readonly string[] {
  const line = readers[0]?.learnedLine
  return line !== undefined && readers.every(({ learnedLine }) => learnedLine === line) ? [line] : []
}

/** The text with further lines at the end of its front matter. */
const withLines = (text: string, lines: readonly string[]): string =>
  lines.length === 0
    ? text
    : text.replace(
        /(\r?\n)---[ \t]*(?=\r?\n|$)/,
        (close, eol: string) => lines.map((line) => eol + line).join('') + close,
      )

// Which folders of skills an agent reads, and in which of them each agent finds a skill exactly once.

/** The roots whose `skills` folder one agent reads, in the place that is asked about. */
export interface SkillReader {
  readonly engine: string
  readonly reads: readonly string[]
  /** It stands for agents that are not known here: it gets no folder where a known one would find a skill twice. */
  readonly isAnyone?: true
}

/** One folder to write to, and the agents that will find a skill there. */
interface ChosenRoot {
  readonly root: string
  readonly engines: readonly string[]
  /** The other folders that one of these agents reads. */
  readonly alsoRead: readonly string[]
}

/**
 * The fewest folders in which every agent sees a skill, and sees it once; among as few, those that come first in `roots`.
 * There is a choice where every known agent reads a root of its own.
 */
export function chooseRoots(readers: readonly SkillReader[], roots: readonly string[]): readonly ChosenRoot[] {
  const forAll = exactRoots(readers, roots)
  return forAll.length > 0
    ? forAll
    : exactRoots(
        readers.filter(({ isAnyone }) => isAnyone !== true),
        roots,
      )
}

/** None where no choice shows each agent a skill once. */
function exactRoots(readers: readonly SkillReader[], roots: readonly string[]): readonly ChosenRoot[] {
  const isExact = (chosen: readonly string[]) =>
    readers.every(({ reads }) => reads.filter((root) => chosen.includes(root)).length === 1)
  const rank = (chosen: readonly string[]) => chosen.reduce((sum, root) => sum + 2 ** roots.indexOf(root), 0)
  const [best = []] = subsets(roots.filter((root) => readers.some(({ reads }) => reads.includes(root))))
    .filter(isExact)
    .sort((a, b) => a.length - b.length || rank(a) - rank(b))
  return best.map((root) => {
    const finding = readers.filter(({ reads }) => reads.includes(root))
    const all = new Set(finding.flatMap(({ reads }) => reads))
    return { root, engines: finding.map(({ engine }) => engine), alsoRead: [...all].filter((other) => other !== root) }
  })
}

/** Every subset of a short list: the bits of a number say which members are in it. */
const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, number) => all.filter((_one, bit) => (number >> bit) % 2 === 1))

/** What an agent lets its model read, and how its model uses a skill that the agent lists. */
export interface Reach {
  /** How the model calls a listed skill, by the name of its folder; absent where it reads the file. */
  readonly call?: (name: string) => string
  /** Whether the model may read the file of a skill that its agent lists. */
  readonly ownFile: boolean
  /** Whether the model may read a file in our own folder of skills; where it may not, the hint holds the text itself. */
  readonly ourFile: boolean
  /** The tool that `call` names is missing where no person can be asked: the text itself goes along with it. */
  readonly needsText?: true
}
