import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { SecondCopies } from './catalogue.ts'

/** The folder of the copies; `ours` tells whether this program wrote a text. */
export interface CopyPlace {
  write(name: string, text: string, ours: (text: string) => Promise<boolean>): Promise<void>
  remove(name: string, ours: (text: string) => Promise<boolean>): Promise<void>
}

/** Without a folder there are no copies. */
export function createSecondCopies(
  parts: Core<'store' | 'tell'> & { readonly place: CopyPlace | undefined },
): SecondCopies {
  const { store, place, tell } = parts
  /** Whether a SKILL.md is one of these versions; compares the latest first, which is nearly always it. */
  async function isOfOneOf(versions: readonly VersionRecord[], text: string): Promise<boolean> {
    for (const { id } of versions.toReversed()) {
      const bytes = (await store.files(id)).get('SKILL.md')
      if (bytes !== undefined && Buffer.from(bytes).toString('utf8') === text) return true
    }
    return false
  }

  async function write({ id, name }: Pick<SkillRecord, 'id' | 'name'>, text: string): Promise<void> {
    try {
      const ours = async (there: string) => there === text || (await isOfOneOf(await store.versions(id), there))
      await place?.write(name, text, ours)
    } catch (cause) {
      tell({ kind: 'warning', what: `the second copy of "${name}" was not written`, cause })
    }
  }

  async function withdraw({ id, name }: Pick<SkillRecord, 'id' | 'name'>): Promise<void> {
    try {
      await place?.remove(name, async (there) => await isOfOneOf(await store.versions(id), there))
    } catch (cause) {
      tell({ kind: 'warning', what: `the second copy of "${name}" was not removed`, cause })
    }
  }

  return {
    withdraw,
    async follow(skill, files) {
      if (skill.origin !== 'auto') return
      if (HAVE_ONE.has(skill.status)) await write(skill, asText(files.get('SKILL.md')))
      else await withdraw(skill)
    },
  }
}

const HAVE_ONE: ReadonlySet<SkillRecord['status']> = new Set(['staged', 'active', 'pinned'])

const asText = (file: string | Uint8Array = ''): string =>
  typeof file === 'string' ? file : Buffer.from(file).toString('utf8')
