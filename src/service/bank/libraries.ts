import type { ShelvedSkill } from '../../domain/bank/library-skill.ts'
import { beyond, type Capability } from '../../domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Finding, scanFiles } from '../../domain/safety.ts'
import type { ShelfAsked } from '../../store/ports/skill-store.ts'
import type { Core } from '../core.ts'
import type { Shelf } from './shelf.ts'
import type { ReadNow } from './shelf-reading.ts'

/** A skill of a library as a person looks at it before models may have it. */
export interface SharedSkill {
  readonly skill: ShelvedSkill
  readonly standing: ShelvedSkill['standing']
  readonly capabilities: readonly Capability[]
  /** Those that the bytes which were approved last have not; absent where none were. */
  readonly fresh?: readonly Capability[]
  readonly findings: readonly Finding[]
}

/** The skills of a library that can be read, as a person looks at them together. */
export interface SharedLibrary {
  readonly library: string
  readonly skills: readonly SharedSkill[]
  /** Of the paths and digests of them all. */
  readonly digest: string
}

/** Shared folders of skills, which are read and never written, as a person decides about them. */
export interface Libraries {
  /** One skill, by its name or by library and path. Throws `no_such_skill`, `ambiguous_skill`, or `refused` for one that may not be read. */
  sharedSkill(reference: string): Promise<SharedSkill>
  /** Lets models have the skill as it is now. Throws as `sharedSkill`, and `refused` for one that a safety rule blocks. */
  approveShared(reference: string): Promise<SharedSkill>
  /** Takes the approval of its bytes back. Throws as `sharedSkill`, and `illegal_move` where they are not approved. */
  withdrawShared(reference: string): Promise<SharedSkill>
  /** All skills of a library at once. Throws `no_such_skill`. */
  sharedLibrary(name: string): Promise<SharedLibrary>
  /**
   * Lets models have all skills of a library that no safety rule blocks, as `sharedLibrary` showed them under `digest`.
   * Throws `no_such_skill`, and `refused` where they are others now.
   */
  approveLibrary(name: string, digest: string): Promise<SharedLibrary>
  /** Takes the approval of all skills of a library back. Throws `no_such_skill`. */
  withdrawLibrary(name: string): Promise<SharedLibrary>
  /** All skills, as they are now. */
  sharedSkills(asked?: ShelfAsked): Promise<readonly ShelvedSkill[]>
  /** The skills that wait for approval: models find none of them. */
  unapproved(): Promise<readonly ShelvedSkill[]>
}

export function createLibraries({ shelf, approvals, clock }: Core<'shelf' | 'approvals' | 'clock'>): Libraries {
  function seen({ skill, files }: ReadNow): SharedSkill {
    const [capabilities, findings] = [capabilitiesOf(files), scanFiles(files)]
    const last = approvals.read().findLast(({ library, path }) => library === skill.library && path === skill.path)
    const now: SharedSkill = { skill, standing: skill.standing, capabilities, findings }
    return last === undefined ? now : { ...now, fresh: beyond(capabilities, last.capabilities) }
  }

  /** Notes what a person decided on the bytes as they are; the rows follow. */
  async function decide(shared: readonly SharedSkill[], withdrawn?: true): Promise<void> {
    for (const { skill, capabilities } of shared)
      approvals.add({
        ...{ digest: skill.digest, library: skill.library, path: skill.path },
        capabilities: capabilities.map(({ kind, what }) => ({ kind, what })),
        at: clock.now().toISOString(),
        ...(withdrawn === undefined ? {} : { withdrawn }),
      })
    await shelf.look()
  }

  async function decideOne(shared: SharedSkill, withdrawn?: true): Promise<SharedSkill> {
    await decide([shared], withdrawn)
    return { ...shared, standing: (await readNow(shelf, shared.skill.id)).skill.standing }
  }

  async function sharedLibrary(name: string): Promise<SharedLibrary> {
    const skills: SharedSkill[] = []
    for (const { library, root, path } of await looked(shelf)) {
      const found = library === name ? await shelf.read(root, path) : undefined
      if (typeof found === 'object') skills.push(seen(found))
    }
    if (skills.length === 0) throw new WaylandError('no_such_skill', `no library with skills is called "${name}"`)
    const digest = digestFiles(new Map(skills.map(({ skill }) => [skill.path, Buffer.from(skill.digest)])))
    return { library: name, skills, digest: digest.slice(0, DIGITS) }
  }

  return {
    sharedSkill: async (reference) => seen(await readNow(shelf, reference)),
    async approveShared(reference) {
      const before = seen(await readNow(shelf, reference))
      if (before.standing === 'blocked')
        throw new WaylandError(
          'refused',
          `"${before.skill.name}" is not approved: ${before.findings.find(({ severity }) => severity === 'block')?.why}`,
        )
      return await decideOne(before)
    },
    async withdrawShared(reference) {
      const before = seen(await readNow(shelf, reference))
      if (before.standing !== 'approved')
        throw new WaylandError('illegal_move', `"${before.skill.name}" of ${before.skill.library} is not approved`)
      return await decideOne(before, true)
    },
    sharedLibrary,
    async approveLibrary(name, digest) {
      const before = await sharedLibrary(name)
      if (before.digest !== digest)
        throw new WaylandError('refused', `the skills of the library ${name} are not those of ${digest}`, {
          hint: `See what they can do now with "wayland-core show ${name}", which names what to approve.`,
        })
      await decide(before.skills.filter(({ standing }) => standing === 'waits'))
      return await sharedLibrary(name)
    },
    async withdrawLibrary(name) {
      const { skills } = await sharedLibrary(name)
      await decide(
        skills.filter(({ standing }) => standing === 'approved'),
        true,
      )
      return await sharedLibrary(name)
    },
    sharedSkills: async (asked) => await looked(shelf, asked),
    unapproved: async () => await looked(shelf, { standing: 'waits' }),
  }
}

async function looked(shelf: Shelf, asked?: ShelfAsked): Promise<readonly ShelvedSkill[]> {
  await shelf.look()
  return await shelf.skills(asked)
}

/** The one skill that a reference names, read now. Throws `no_such_skill`, `ambiguous_skill`, and `refused`. */
async function readNow(shelf: Shelf, given: string): Promise<ReadNow> {
  const reference = given.replace(/^\//, '')
  const rows = await looked(shelf, { names: [reference] })
  const exact = rows.filter(({ id }) => id === reference)
  const [one, ...more] = exact.length > 0 ? exact : rows
  if (more.length > 0)
    throw new WaylandError('ambiguous_skill', `several libraries have a skill "${reference}"`, {
      hint: `Name one: ${rows.map(({ id }) => id).join(', ')}`,
    })
  const found = one === undefined ? undefined : await shelf.read(one.root, one.path)
  if (typeof found === 'string') throw new WaylandError('refused', `"${reference}" is not read: ${found}`)
  if (found === undefined) throw new WaylandError('no_such_skill', `no skill is called "${reference}"`)
  return found
}

/** Hex digits of SHA-256 by which a person names what they saw: 64 bits. */
const DIGITS = 16
