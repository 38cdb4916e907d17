import type { LibrarySkill, ShelvedSkill } from '../../domain/bank/library-skill.ts'
import { beyond, type Capability } from '../../domain/capabilities/capability.ts'
import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Finding, scanFiles } from '../../domain/safety.ts'
import type { ShelfAsked } from '../../store/ports/skill-store.ts'
import type { Approvals } from '../../store/verdict-files.ts'
import type { Clock } from '../clock.ts'
import type { Shelf } from './shelf.ts'
import type { ReadNow } from './shelf-reading.ts'

/** A skill of a library as a person looks at it before models may have it. */
export interface SharedSkill {
  readonly skill: LibrarySkill
  readonly standing: ShelvedSkill['standing']
  readonly capabilities: readonly Capability[]
  /** Those that the bytes which were approved last have not; absent where none were. */
  readonly fresh?: readonly Capability[]
  readonly findings: readonly Finding[]
}

/** Shared folders of skills, which are read and never written, as a person decides about them. */
export interface Libraries {
  /** One skill, by its name or by library and path. Throws `no_such_skill`, `ambiguous_skill`, or `refused` for one that may not be read. */
  sharedSkill(reference: string): Promise<SharedSkill>
  /** Lets models have the skill as it is now. Throws as `sharedSkill`, and `refused` for one that a safety rule blocks. */
  approveShared(reference: string): Promise<SharedSkill>
  /** Takes the approval of its bytes back. Throws as `sharedSkill`, and `illegal_move` where they are not approved. */
  withdrawShared(reference: string): Promise<SharedSkill>
  /** All skills, as they are now. */
  sharedSkills(asked?: ShelfAsked): Promise<readonly ShelvedSkill[]>
  /** The skills that wait for approval: models find none of them. */
  unapproved(): Promise<readonly ShelvedSkill[]>
}

export function createLibraries({
  shelf,
  approvals,
  clock,
}: {
  readonly shelf: Shelf
  readonly approvals: Approvals
  readonly clock: Clock
}): Libraries {
  async function looked(asked?: ShelfAsked): Promise<readonly ShelvedSkill[]> {
    await shelf.look()
    return await shelf.skills(asked)
  }

  async function find(reference: string): Promise<ReadNow> {
    const rows = await looked({ names: [reference] })
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

  function seen({ skill, files }: ReadNow): SharedSkill {
    const [capabilities, findings] = [capabilitiesOf(files), scanFiles(files)]
    const last = approvals.read().findLast(({ library, path }) => library === skill.library && path === skill.path)
    const now: SharedSkill = { skill, standing: skill.standing, capabilities, findings }
    return last === undefined ? now : { ...now, fresh: beyond(capabilities, last.capabilities) }
  }

  /** Notes what a person decided on the bytes as they are; the row follows. */
  async function decide({ skill }: ReadNow, { capabilities }: SharedSkill, withdrawn?: true): Promise<ReadNow> {
    approvals.add({
      ...{ digest: skill.digest, library: skill.library, path: skill.path },
      capabilities: capabilities.map(({ kind, what }) => ({ kind, what })),
      at: clock.now().toISOString(),
      ...(withdrawn === undefined ? {} : { withdrawn }),
    })
    await shelf.look()
    return await find(skill.id)
  }

  return {
    sharedSkill: async (reference) => seen(await find(reference)),
    async approveShared(reference) {
      const found = await find(reference)
      const before = seen(found)
      if (before.standing === 'blocked')
        throw new WaylandError(
          'refused',
          `"${found.skill.name}" is not approved: ${before.findings.find(({ severity }) => severity === 'block')?.why}`,
        )
      return { ...before, standing: (await decide(found, before)).skill.standing }
    },
    async withdrawShared(reference) {
      const found = await find(reference)
      const before = seen(found)
      if (before.standing !== 'approved')
        throw new WaylandError('illegal_move', `"${found.skill.name}" of ${found.skill.library} is not approved`)
      return { ...before, standing: (await decide(found, before, true)).skill.standing }
    },
    sharedSkills: looked,
    unapproved: async () => await looked({ standing: 'waits' }),
  }
}
