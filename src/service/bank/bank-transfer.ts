import { basename, join } from 'node:path'
import { librarySkill } from '../../domain/bank/library-skill.ts'
import type { Tell } from '../../domain/event.ts'
import { readYaml, splitFrontMatter } from '../../domain/front-matter.ts'
import { gravest, scanFiles } from '../../domain/safety.ts'
import type { Skill } from '../../domain/skill.ts'
import type { BankPart } from '../../store/bank-layout.ts'
import type { LibraryFolder } from '../../store/library-folder.ts'

/** What an import or an export did, counted by skill. */
export interface BankTransfer {
  readonly written: number
  /** Skills that were there with the same bytes. */
  readonly known: number
  /** Of those written or known, the skills that a safety rule blocks: they are kept, and never offered. */
  readonly quarantined: readonly PathWithReason[]
  /** Of those written or known, the skills whose SKILL.md has another name than their folder, by which agents call them. */
  readonly renamed: readonly { readonly path: string; readonly name: string }[]
  /** Folders that were not written, and why. */
  readonly left: readonly PathWithReason[]
}

export interface PathWithReason {
  readonly path: string
  readonly why: string
}

export interface BankTransferParts {
  readonly partsOf: (folder: string) => readonly BankPart[]
  readonly read: (folder: string, except?: readonly string[]) => AsyncIterable<LibraryFolder>
  readonly holds: (folder: string, files: ReadonlyMap<string, Uint8Array>) => boolean | undefined
  readonly write: (folder: string, files: ReadonlyMap<string, Uint8Array>) => Promise<void>
  readonly tell: Tell
}

/** Copies skills between banks, byte for byte; nothing that is there is overwritten. */
export function bankTransfer({ partsOf, read, holds, write, tell }: BankTransferParts) {
  async function put(to: string, shown: string, files: Files, tally: Tally): Promise<boolean> {
    const before = holds(to, files)
    if (before === false)
      tally.left.push({
        path: shown,
        why: `${to} has other files, and is not overwritten: to take these, delete it first`,
      })
    else if (before === true) tally.known++
    else {
      await write(to, files)
      tally.written++
    }
    return before !== false
  }

  async function take(to: string, shown: string, files: Files, tally: Tally): Promise<void> {
    const why = whyNoSkill(files)
    if (why !== undefined) tally.left.push({ path: shown, why })
    else if (await put(to, shown, files, tally)) {
      const blocked = whyBlocked(files)
      if (blocked !== undefined) tally.quarantined.push({ path: shown, why: blocked })
      const { name } = librarySkill('', '', textOf(files)) ?? {}
      if (name !== undefined && name !== basename(to)) tally.renamed.push({ path: shown, name })
    }
  }

  /** The skills of a part that can be read, with their full paths; the others are named in the tally. */
  async function* readable({ folder, except }: Pick<BankPart, 'folder' | 'except'>, tally: Tally) {
    for await (const { path, files, why } of read(folder, except)) {
      const from = join(folder, path)
      if (files.size === 0) tally.left.push({ path: from, why: why ?? 'it holds no file' })
      else yield { path, from, files }
      tell({ kind: 'progress', what: 'skills copied', done: tally.written + tally.known + tally.left.length })
    }
  }

  return {
    /** Imports a bank; `into` says where the skills of each part go. */
    async import(folder: string, into: (part: BankPart) => string): Promise<BankTransfer> {
      const tally = newTally()
      for (const part of partsOf(folder))
        for await (const { path, from, files } of readable(part, tally))
          await take(join(into(part), path), from, files, tally)
      return tally
    },
    /** Writes libraries as they are, and skills of our own in AutoSkill's format. */
    async export(
      libraries: readonly { readonly from: string; readonly to: string }[],
      own: readonly { readonly to: string; readonly skill: AutoSkillSource }[],
    ): Promise<BankTransfer> {
      const tally = newTally()
      for (const { from, to } of libraries)
        for await (const skill of readable({ folder: from }, tally))
          await put(join(to, skill.path), skill.from, skill.files, tally)
      for (const { to, skill } of own) {
        const files = new Map([['SKILL.md', Buffer.from(autoSkillMd(skill))]])
        await put(to, skill.name, files, tally)
      }
      return tally
    },
  }
}

interface Tally {
  written: number
  known: number
  readonly quarantined: PathWithReason[]
  readonly renamed: { readonly path: string; readonly name: string }[]
  readonly left: PathWithReason[]
}

type Files = ReadonlyMap<string, Uint8Array>

const newTally = (): Tally => ({ written: 0, known: 0, quarantined: [], renamed: [], left: [] })

const textOf = (files: Files): string => Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')

function whyNoSkill(files: Files): string | undefined {
  const bytes = Buffer.from(files.get('SKILL.md') ?? [])
  if (bytes.length === 0) return 'its SKILL.md is empty, or is a link'
  const text = bytes.toString('utf8')
  if (librarySkill('', '', text) !== undefined) return undefined
  if (text.includes('\0')) return 'its SKILL.md is no UTF-8 (UTF-16?)'
  try {
    readYaml(splitFrontMatter(text).yaml)
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    return `its front matter is no YAML (a value with ": " needs quotation marks): ${line}`
  }
  return 'its SKILL.md has no name or no description'
}

/** Why foreign files are never offered. */
function whyBlocked(files: Files): string | undefined {
  const found = scanFiles(files)
  const [first] = found.filter(({ severity }) => severity === 'block')
  return gravest(found) === 'block' ? `a safety rule blocks it: ${first?.why ?? first?.rule ?? ''}` : undefined
}

/** What a SKILL.md in AutoSkill's format is written from. */
interface AutoSkillSource extends Pick<Skill, 'id' | 'name' | 'description' | 'version' | 'triggers'> {
  readonly tags: readonly string[]
  /** The body of its SKILL.md. */
  readonly body: string
}

/** A skill as AutoSkill writes it: SKILL.md with `id`, `version`, `tags` and `triggers` in its front matter. */
function autoSkillMd({ id, name, description, version, tags, triggers, body }: AutoSkillSource): string {
  const fields = [
    ...Object.entries({ id, name, description, version }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...listed('tags', tags),
    ...listed('triggers', triggers),
  ]
  return `---\n${fields.join('\n')}\n---\n\n${body.trim()}\n`
}

const listed = (key: string, values: readonly string[]): readonly string[] =>
  values.length === 0 ? [] : [`${key}:`, ...values.map((value) => `  - ${JSON.stringify(value)}`)]
