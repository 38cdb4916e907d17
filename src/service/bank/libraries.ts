import { type LibrarySkill, librarySkill } from '../../domain/bank/library-skill.ts'
import { beyond, type Capability } from '../../domain/capabilities/capability.ts'
import { contentDigest } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { Tell } from '../../domain/event.ts'
import type { SkillText } from '../../domain/retrieval/fields.ts'
import type { Hit } from '../../domain/retrieval/search.ts'
import { type Finding, gravest, scanFiles } from '../../domain/safety.ts'
import { withTags } from '../../domain/skill-md-format.ts'
import type { LibraryFolder } from '../../store/library-folder.ts'
import type { Approvals } from '../../store/verdict-files.ts'
import type { Clock } from '../clock.ts'

/** A skill of a library that a search found. */
export interface FoundInLibrary {
  readonly skill: LibrarySkill
  /** 0 to 1. */
  readonly relevance: number
}

/** A skill of a library as a person looks at it before models may have it. */
export interface SharedSkill {
  readonly skill: LibrarySkill
  /** `waits`: for a person's approval of these bytes. */
  readonly standing: 'approved' | 'waits' | 'blocked'
  readonly capabilities: readonly Capability[]
  /** Those that the bytes which were approved last have not; absent where none were. */
  readonly fresh?: readonly Capability[]
  readonly findings: readonly Finding[]
}

/** Shared folders of skills, which are read and never written. */
export interface Libraries {
  /** The skills nearest to a text, best first: only those whose bytes a person approved. */
  search(text: string, top: number): Promise<readonly FoundInLibrary[]>
  /** All skills: those that may be offered, those that wait for approval, and those that a safety rule blocks. */
  skills(): Promise<Readonly<Record<'offered' | 'waiting' | 'blocked', readonly LibrarySkill[]>>>
  /** One skill, by its name or by library and path. Throws `no_such_skill` or `ambiguous_skill`. */
  sharedSkill(reference: string): Promise<SharedSkill>
  /** Lets models have the skill as it is now. Throws as `sharedSkill`, and `refused` for one that a safety rule blocks. */
  approveShared(reference: string): Promise<SharedSkill>
  /** The skills that wait for approval: no search finds them. */
  unapproved(): Promise<readonly LibrarySkill[]>
}

export interface LibrariesParts {
  /** The folders as they are now. */
  readonly folders: () => readonly string[]
  readonly clock: Clock
  readonly nameOf: (folder: string) => string
  readonly stampOf: (folder: string) => string
  readonly read: (folder: string) => AsyncIterable<LibraryFolder>
  readonly approvals: Approvals
  /** An empty index. */
  readonly index: () => {
    reconcile(skills: Iterable<SkillText>): void
    search(text: string, k: number): readonly Hit[]
  }
  readonly tell: Tell
}

/** Time after which folders are looked at for changes again, in ms. */
const LOOK_MS = 10_000

export function createLibraries(parts: LibrariesParts): Libraries {
  const { folders, clock, nameOf, stampOf, read, approvals, tell } = parts
  const index = parts.index()
  const known = new Map<string, LibrarySkill>()
  let waiting: LibrarySkill[] = []
  let blocked: LibrarySkill[] = []
  let stamp = ''
  let lookedAt = Number.NEGATIVE_INFINITY
  let approved = ''
  let looking: Promise<void> | undefined

  /** Reads the folders again where they changed. */
  async function keep(): Promise<void> {
    const now = clock.now().getTime()
    const before = approved
    approved = approvals.stamp()
    if (Math.abs(now - lookedAt) < LOOK_MS && before === approved) return await looking
    lookedAt = now
    looking = lookAtAll()
    await looking
  }

  async function lookAtAll(): Promise<void> {
    const all = folders()
    const current = [approved, ...all.map((folder) => `${folder} ${stampOf(folder)}`)].join('\n')
    if (current === stamp) return
    const digests = new Set(approvals.read().map(({ digest }) => digest))
    known.clear()
    waiting = []
    blocked = []
    for (const folder of all) await lookAt(folder, digests)
    index.reconcile(
      [...known].map(([id, skill]) => ({ ...skill, id, description: withTags(skill.description, skill.tags) })),
    )
    stamp = current
  }

  /** Sorts the skills of one library into those that may be offered, those that wait, and those that are blocked. */
  async function lookAt(folder: string, digests: ReadonlySet<string>): Promise<void> {
    const before = blocked.length
    const withheld: string[] = []
    for await (const { path, files, why } of read(folder)) {
      if (why !== undefined) withheld.push(why)
      const skill = why === undefined ? librarySkill(nameOf(folder), path, textOf(files)) : undefined
      if (skill === undefined) continue
      if (gravest(scanFiles(files)) === 'block') blocked.push(skill)
      else if (digests.has(contentDigest(files))) known.set(`${skill.library}/${path}`, skill)
      else waiting.push(skill)
    }
    const warn = (what: string) => tell({ kind: 'warning', what })
    if (withheld.length > 0)
      warn(
        `${withheld.length} of the skills in the library ${folder} are not shown: ${withheld[0]}; make it your own (chmod -R go-w), or copy it`,
      )
    const more = blocked.length - before
    if (more > 0) warn(`safety rules block ${more} of the skills in the library ${folder}: they are not shown`)
  }

  async function find(reference: string) {
    const found: { readonly skill: LibrarySkill; readonly files: LibraryFolder['files'] }[] = []
    for (const folder of folders())
      for await (const { path, files, why } of read(folder)) {
        if (why !== undefined) continue
        const skill = librarySkill(nameOf(folder), path, textOf(files))
        if (skill !== undefined && [skill.name, `${skill.library}/${path}`].includes(reference))
          found.push({ skill, files })
      }
    const [one, ...more] = found
    if (one === undefined) throw new WaylandError('no_such_skill', `no skill is called "${reference}"`)
    if (more.length === 0) return one
    throw new WaylandError('ambiguous_skill', `several libraries have a skill "${reference}"`, {
      hint: `Name one: ${found.map(({ skill }) => `${skill.library}/${skill.path}`).join(', ')}`,
    })
  }

  async function look(reference: string) {
    const { capabilitiesOf } = await import('../../domain/capabilities/look.ts')
    const { skill, files } = await find(reference)
    const [digest, capabilities, findings] = [contentDigest(files), capabilitiesOf(files), scanFiles(files)]
    const given = approvals.read().filter(({ library, path }) => library === skill.library && path === skill.path)
    const isApproved = approvals.read().some((one) => one.digest === digest)
    const last = given.at(-1)
    const standing = gravest(findings) === 'block' ? 'blocked' : isApproved ? 'approved' : 'waits'
    const seen: SharedSkill = { skill, standing, capabilities, findings }
    return { digest, seen: last === undefined ? seen : { ...seen, fresh: beyond(capabilities, last.capabilities) } }
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
      return { offered: [...known.values()], waiting, blocked }
    },
    sharedSkill: async (reference) => (await look(reference)).seen,
    async unapproved() {
      await keep()
      return waiting
    },
    async approveShared(reference) {
      const { digest, seen } = await look(reference)
      const { skill, standing, capabilities, findings } = seen
      if (standing === 'blocked')
        throw new WaylandError(
          'refused',
          `"${skill.name}" is not approved: ${findings.find(({ severity }) => severity === 'block')?.why}`,
        )
      const can = capabilities.map(({ kind, what }) => ({ kind, what }))
      approvals.add({
        digest,
        library: skill.library,
        path: skill.path,
        capabilities: can,
        at: clock.now().toISOString(),
      })
      return { ...seen, standing: 'approved' }
    },
  }
}

const textOf = (files: LibraryFolder['files']): string => Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
