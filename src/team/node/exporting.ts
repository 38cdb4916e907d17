import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { INDEX_PATH, writeIndex } from '../../domain/bank/site-index.ts'
import { digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { sha256 } from '../keys.ts'
import { bytesOf } from '../wire.ts'
import { oneVersion, publishedVersions } from './asking.ts'
import type { Membership } from './membership.ts'

/**
 * Writes the published skills into an empty folder, as a site publishes them: `.well-known/agent-skills/<name>/` and an index with
 * the digest of each. Throws `refused` where bytes are not those that this machine verified.
 */
export async function exportTeam(member: Membership, folder: string): Promise<readonly string[]> {
  const root = dirname(join(folder, INDEX_PATH))
  const listed = []
  for (const { id, skill: name, description } of await publishedVersions(member)) {
    const bytes = bytesOf((await oneVersion(member, id)).files)
    if (member.skills[name]?.digest !== digestFiles(bytes))
      throw new WaylandError('refused', `"${name}" is not as this machine verified it, or not synced yet`, {
        hint: 'Run "wayland-core team sync" first.',
      })
    for (const [path, content] of bytes) {
      const file = join(root, name, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    listed.push({ name, description, sha256: sha256(bytes.get('SKILL.md') ?? '') })
  }
  mkdirSync(root, { recursive: true })
  writeFileSync(join(folder, INDEX_PATH), writeIndex(listed))
  return listed.map(({ name }) => name)
}
