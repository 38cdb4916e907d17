import type { Tell } from '../../domain/event.ts'
import { isSkillName } from '../../domain/skill.ts'
import { fieldsIn, parseSkillMd } from '../../domain/skill-md-format.ts'
import type { SkillFolder } from '../../store/skill-folder.ts'

export type Found = NonNullable<Awaited<ReturnType<SkillFolder['read']>>>

export type FoundSkills = ReturnType<typeof createFoundSkills>

/** Reads folders that may hold a skill; warns once about each invalid one until it changes. */
export function createFoundSkills({
  folder,
  tell,
}: {
  readonly folder: Pick<SkillFolder, 'root' | 'read'>
  readonly tell: Tell
}) {
  /** Stamps of folders that are no valid skill, by name. */
  const refused = new Map<string, string>()

  function refuse(name: string, stamp: string, why: { readonly what: string; readonly cause?: unknown }): undefined {
    if (refused.get(name) !== stamp) tell({ kind: 'warning', ...why })
    refused.set(name, stamp)
    return undefined
  }

  return {
    refuse,
    hasRefused: () => refused.size > 0,
    isRefused: (name: string, stamp: string) => refused.get(name) === stamp,
    /** The folder's files, if its name is a valid skill name and they can be read. */
    async read(name: string, stamp: string): Promise<Found | undefined> {
      if (!isSkillName(name))
        return refuse(name, stamp, { what: `${JSON.stringify(name)} in ${folder.root} is not offered: ${BAD_NAME}` })
      try {
        return await folder.read(name)
      } catch (cause) {
        return refuse(name, stamp, { what: `${folder.root}/${name} cannot be read`, cause })
      }
    },
    /**
     * What its SKILL.md says, if that is valid; its name is that of the folder, as agents have it, whatever stands there. A
     * copy of a draft under another name is none: what was reviewed, and from which runs it came, is not known of it.
     */
    textOf(name: string, stamp: string, there: Found) {
      try {
        const md = parseSkillMd(Buffer.from(there.files.get('SKILL.md') ?? []).toString('utf8'))
        if (md.name !== name && isDraft(there.files.get('manifest.json')))
          return refuse(name, stamp, {
            what: `${there.path} is not offered: it is a copy of the draft "${md.name}"; give it its own name in SKILL.md`,
          })
        return fieldsIn(md)
      } catch (cause) {
        return refuse(name, stamp, { what: `${there.path} is not offered`, cause })
      }
    },
  }
}

/** Why a folder's name is no valid skill name, and how to mend it. */
export const BAD_NAME =
  'no skill may be called so; rename it, and the name in its SKILL.md: a letter or digit, then also "-", "_" and "."'

/** The row of a skill whose SKILL.md was broken by an edit: kept as a version, and not offered until mended. */
export const UNREADABLE = { description: '', body: '' } as const

function isDraft(manifest: Uint8Array | undefined): boolean {
  try {
    return manifest !== undefined && JSON.parse(Buffer.from(manifest).toString('utf8')).auto_drafted === true
  } catch {
    return false
  }
}

/** A manifest that cannot be parsed, or has another form than ours, counts as awaiting review (fails closed). */
export function awaitsReview(manifest: Uint8Array | undefined): boolean {
  if (manifest === undefined) return false
  try {
    const said = JSON.parse(Buffer.from(manifest).toString('utf8')) as Record<string, unknown>
    if (Array.isArray(said)) return true
    return (said.auto_drafted ?? false) !== false && said.needs_review !== false
  } catch {
    return true
  }
}
