import { join } from 'node:path'
import { backup } from '../../src/app/backup.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { drafted, Home, REVIEW_SKILL, skillMd } from '../service/home.ts'

/** What a person sees of a home. */
export const seen = async (loop: SkillLoop) => ({
  skills: (await loop.skills()).map(({ path: _, ...skill }) => skill),
  history: await loop.history(),
  revocations: await loop.revocations(),
  versions: await Promise.all((await loop.skills()).map(({ id }) => loop.versions(id))),
  tally: await loop.tally(),
})

/** A home with an active, an archived and a person's skill, and its backup. */
export async function backedUp() {
  const home = new Home()
  const loop = await home.open()
  await drafted(loop)
  await loop.move(REVIEW_SKILL, 'promote')
  await drafted(loop, 'rotate the signing keys')
  await loop.move('auto-keys-rotate-signing', 'revoke')
  home.write('bake', skillMd('bake', 'Bake bread.'), { 'run.sh': 'echo bread' })
  const before = await seen(loop)
  const file = join(home.root, 'all.backup')
  const report = await backup(loop.config, file)
  return { home, loop, before, file, report }
}
