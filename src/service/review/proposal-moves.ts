import { WaylandError } from '../../domain/errors.ts'
import type { MoveOptions } from '../../domain/lifecycle.ts'
import { parseSkillMd } from '../../domain/skill-md-format.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillChange, SkillRecord, VerdictRecord, VersionRecord } from '../../store/skill-records.ts'
import { insistOnClear } from '../catalogue/clearance.ts'
import type { Core } from '../core.ts'
import { type Proposal, type Proposals, supersede, type Taken } from './proposals.ts'

/** The version that becomes the head when a proposal is accepted. */
export interface Accepted {
  readonly version: VersionRecord
  readonly files: SkillFiles
  readonly change: Pick<SkillChange, 'version' | 'decides' | 'accepts'>
  readonly reason: string
}

/**
 * Accepts the newest proposal of a skill: the whole of it becomes the head, or only the parts named, and the rest stays
 * a proposal. If the skill's files changed since it was shown, the draft is merged into them first.
 */
export function createAcceptance(parts: Core<'store' | 'clearance'> & { readonly proposals: Proposals }) {
  const { store, proposals, clearance } = parts
  return async (row: SkillRecord, options: MoveOptions): Promise<Accepted> => {
    const proposal = await proposals.of(row)
    const { version: proposed, current } = proposal
    insistOnShown(row, proposal, options)
    const taken = options.parts === undefined ? undefined : takenParts(row, proposal, options.parts)
    const versions = await store.versions(row.id)
    if (current && taken === undefined) {
      const files = await store.files(proposed.id)
      const accepts = await refuseDangers(row, proposed, files, options.force)
      const decides = [{ versionId: proposed.id, state: 'accepted' as const }, ...supersede(versions, proposed.id)]
      return {
        version: proposed,
        files,
        change: { decides, accepts },
        reason: `version ${proposed.version} was accepted${await scoreWords(row, files)}`,
      }
    }
    const next = await proposals.next(row, proposal, taken)
    const how = taken === undefined ? 'merged into' : `parts ${[...taken.numbers].join(', ')} only, over`
    const score = await scoreWords(row, next.files)
    const reason = `version ${proposed.version} was accepted, ${how} ${row.headVersion}${score}`
    const author = taken === undefined ? proposed.author : ('person' as const)
    const version = { ...next, reason, author, state: 'accepted' as const }
    const accepts = await refuseDangers(row, version, version.files, options.force)
    // What is left of the proposal stays proposed, and is merged again when it is next shown.
    const decides = supersede(versions, taken?.isAll === false ? proposed.id : undefined)
    return { version, files: version.files, change: { version, decides, accepts }, reason }
  }

  /** The score of the very text that is accepted, or that it has none although another text of the skill has. */
  async function scoreWords({ name }: SkillRecord, files: SkillFiles): Promise<string> {
    const { body } = parseSkillMd(Buffer.from(files.get('SKILL.md') ?? '').toString('utf8'))
    const [best] = await store.bestForSkill(name, 'bench', 1, body)
    if (best !== undefined) return `, with the score ${best.score.toFixed(2)} that was measured on this text`
    return (await store.nextGeneration(name, 'bench')) > 0 ? '; no score was measured on this text' : ''
  }

  /**
   * Throws `refused` for content that would be quarantined as a draft (by its files or its turns): acceptance must not
   * bypass the scan.
   */
  async function refuseDangers(
    { name }: SkillRecord,
    { version, evidence }: VersionRecord,
    files: SkillFiles,
    force: boolean | undefined,
  ): Promise<readonly VerdictRecord[]> {
    return await insistOnClear(clearance, {
      files,
      turns: await store.turns(evidence),
      force,
      what: `version ${version} of "${name}" is not accepted`,
      hint: `Read it with "wayland-core show ${name}", then add --force if you want it all the same.`,
    })
  }
}

function insistOnShown({ name }: SkillRecord, { version, current }: Proposal, { of, parts }: MoveOptions): void {
  const look = { hint: `Look at it again with "wayland-core show ${name}".` }
  if (of !== undefined && of !== version.version)
    throw new WaylandError(
      'refused',
      `version ${of} of "${name}" is not the proposed one, which is ${version.version}`,
      look,
    )
  if (parts !== undefined && !current)
    throw new WaylandError('refused', `"${name}" was changed since version ${version.version} was proposed`, look)
}

function takenParts({ name }: SkillRecord, { version, merged }: Proposal, numbers: readonly number[]): Taken {
  const { parts } = merged
  const taken = new Set(numbers.toSorted((a, b) => a - b))
  const unknown = numbers.find((number) => !parts.some((part) => part.number === number))
  const has = parts.length === 0 ? 'no parts' : parts.length === 1 ? 'one part' : `parts 1 to ${parts.length}`
  const hint = `See them with "wayland-core show ${name}".`
  if (taken.size === 0) throw new WaylandError('bad_usage', `no part of version ${version.version} is named`, { hint })
  if (unknown !== undefined)
    throw new WaylandError('bad_usage', `version ${version.version} of "${name}" has ${has}, and no ${unknown}`, {
      hint,
    })
  return { numbers: taken, isAll: parts.every(({ number, conflict }) => conflict || taken.has(number)) }
}

/**
 * Puts the newest proposal of a skill aside, and takes that back: the same bytes wait again, and the rejection counts for
 * no later draft or review.
 */
export function createRejection({ store, proposals }: Core<'store'> & { readonly proposals: Proposals }) {
  return {
    /** Throws `illegal_move` where no version waits. */
    async reject(row: SkillRecord): Promise<MoveStep> {
      const { version: proposed } = await proposals.of(row)
      const rest = supersede(await store.versions(row.id), proposed.id)
      return {
        after: row,
        change: { decides: [{ versionId: proposed.id, state: 'rejected' }, ...rest] },
        versionId: proposed.id,
        reason: `version ${proposed.version} was rejected`,
      }
    },

    /** The version that was rejected last, or the one named. Throws `illegal_move` where there is none, or one waits. */
    async unreject(row: SkillRecord, { of }: MoveOptions): Promise<MoveStep> {
      const versions = await store.versions(row.id)
      const waiting = versions.findLast(({ state }) => state === 'proposed')
      if (waiting !== undefined)
        throw new WaylandError('illegal_move', `version ${waiting.version} of "${row.name}" waits already`, {
          hint: `Accept or reject it first: wayland-core show ${row.name}`,
        })
      const rejected = new Map(versions.filter(({ state }) => state === 'rejected').map((one) => [one.id, one]))
      const lines = (await store.ledger(row.name)).filter(({ move }) => move === 'reject')
      const again = lines
        .map(({ versionId }) => rejected.get(versionId ?? ''))
        .findLast((one) => one !== undefined && (of === undefined || of === one.version))
      if (again === undefined)
        throw new WaylandError(
          'illegal_move',
          `no ${of === undefined ? '' : `such `}version of "${row.name}" is rejected${of === undefined ? '' : `: ${of}`}`,
          { hint: `See its versions with "wayland-core history ${row.name}".` },
        )
      return {
        after: row,
        change: { decides: [{ versionId: again.id, state: 'proposed', was: 'rejected' }] },
        versionId: again.id,
        reason: `version ${again.version} waits again`,
      }
    },
  }
}

/** The effect of a move: the changed row, perhaps a version, and how the folder changes. */
export interface MoveStep {
  readonly after: SkillRecord
  readonly change?: Pick<SkillChange, 'version' | 'decides' | 'accepts' | 'revocation'>
  readonly versionId?: string
  readonly head?: { readonly digest: string; readonly files: SkillFiles }
  readonly reason?: string
  /** Appended to the reason that the person gave. */
  readonly aside?: string | undefined
}
