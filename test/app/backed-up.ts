import { join } from 'node:path'
import { backup } from '../../src/app/backup.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { drafted, REVIEW_SKILL, skillMd, withDraft } from '../service/home.ts'

/** What a person sees of a home. */
export async function seen(loop: SkillLoop) {
  // Which pages of the file are free is no part of what it holds.
  const { bytes: _, freeBytes: __, ...tally } = await loop.upkeep.tally()
  return {
    skills: (await loop.review.skills()).map(({ path: _, ...skill }) => skill),
    history: await loop.review.history(),
    revocations: await loop.review.revocations(),
    versions: await Promise.all((await loop.review.skills()).map(({ id }) => loop.review.versions(id))),
    tally,
  }
}

/** A home with an active, an archived and a person's skill, and its backup. */
export async function backedUp() {
  const { home, loop } = await withDraft()
  await loop.review.move(REVIEW_SKILL, 'promote')
  await drafted(loop, 'rotate the signing keys')
  await loop.review.move('auto-keys-rotate-signing', 'revoke')
  home.write('bake', skillMd('bake', 'Bake bread.'), { 'run.sh': 'echo bread' })
  const before = await seen(loop)
  const file = join(home.root, 'all.backup')
  const report = await backup(loop.upkeep.config, file)
  return { home, loop, before, file, report }
}
