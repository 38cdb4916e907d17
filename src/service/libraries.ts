import { type LibrarySkill, librarySkill } from '../domain/bank/library-skill.ts'
import type { Tell } from '../domain/event.ts'
import { SkillIndex } from '../domain/retrieval/skill-index.ts'
import { gravest, scanFiles } from '../domain/safety.ts'
import { withTags } from '../domain/skill-tags.ts'
import type { LibraryFolder } from '../store/library-folder.ts'
import type { Clock } from './clock.ts'

/** A skill of a library that a search found. */
export interface FoundInLibrary {
  readonly skill: LibrarySkill
  /** 0 to 1. */
  readonly relevance: number
}

/** Shared folders of skills, which are read and never written. */
export interface Libraries {
  /** The skills nearest to a text, best first. Skills that a safety rule blocks are left out. */
  search(text: string, top: number): Promise<readonly FoundInLibrary[]>
  /** All skills; blocked ones, which are never offered, apart. */
  skills(): Promise<{ readonly offered: readonly LibrarySkill[]; readonly blocked: readonly LibrarySkill[] }>
}

export interface LibrariesParts {
  /** The folders as they are now. */
  readonly folders: () => readonly string[]
  readonly clock: Clock
  readonly nameOf: (folder: string) => string
  readonly stampOf: (folder: string) => string
  readonly read: (folder: string) => AsyncIterable<LibraryFolder>
  readonly tell: Tell
}

/** Time after which folders are looked at for changes again, in ms. */
const LOOK_MS = 10_000

export function createLibraries({ folders, clock, nameOf, stampOf, read, tell }: LibrariesParts): Libraries {
  const index = new SkillIndex()
  const known = new Map<string, LibrarySkill>()
  let blocked: LibrarySkill[] = []
  let stamp = ''
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  /** Reads the folders again where they changed. */
  async function keep(): Promise<void> {
    const now = clock.now().getTime()
    if (Math.abs(now - lookedAt) < LOOK_MS) return await looking
    lookedAt = now
    looking = look()
    await looking
  }

  async function look(): Promise<void> {
    const all = folders()
    const current = all.map((folder) => `${folder} ${stampOf(folder)}`).join('\n')
    if (current === stamp) return
    known.clear()
    blocked = []
    for (const folder of all) {
      const before = blocked.length
      const withheld: string[] = []
      for await (const { path, files, why } of read(folder)) {
        if (why !== undefined) {
          withheld.push(why)
          continue
        }
        const text = Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
        const skill = librarySkill(nameOf(folder), path, text)
        if (skill === undefined) continue
        if (gravest(scanFiles(files)) === 'block') blocked.push(skill)
        else known.set(`${skill.library}/${path}`, skill)
      }
      if (withheld.length > 0)
        tell({
          kind: 'warning',
          what: `${withheld.length} of the skills in the library ${folder} are not shown: ${withheld[0]}; make it your own (chmod -R go-w), or copy it`,
        })
      const more = blocked.length - before
      if (more > 0)
        tell({
          kind: 'warning',
          what: `safety rules block ${more} of the skills in the library ${folder}: they are not shown`,
        })
    }
    index.reconcile(
      [...known].map(([id, skill]) => ({ ...skill, id, description: withTags(skill.description, skill.tags) })),
    )
    stamp = current
  }

  return {
    async search(text, top) {
      await keep()
      return index.search(text, top).flatMap(({ id, relevance }) => {
        const skill = known.get(id)
        return skill === undefined ? [] : [{ skill, relevance }]
      })
    },
    async skills() {
      await keep()
      return { offered: [...known.values()], blocked }
    },
  }
}
