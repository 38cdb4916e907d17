import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, restore } from '../../../src/app/backup.ts'
import { readConfig } from '../../../src/config/config.ts'
import { backupOf, filesBelow, type Home, homeAt, openHome, REVIEW_SKILL, writePersonal } from '../home.ts'
import { folderDigests, look, skillRows } from '../look.ts'
import { inLoop, NONE, run, type Scenario } from '../scenario.ts'
import { active } from './review.ts'

const configOf = ({ root, data, claude, codex }: Home) =>
  readConfig({
    env: { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex, HOME: root },
    given: { 'config.dir': join(root, 'config'), 'data.dir': data },
  })

/** What of the home at the moment of its backup does not come back from the file in another home. */
async function comesBack(home: Home): Promise<readonly string[]> {
  const other = homeAt(`${home.root}.other`)
  try {
    await restore(configOf(other), backupOf(home))
    await inLoop((loop) => loop.review.skills())(other, openHome)
    const status = look(other, skillRows)?.find(({ name }) => name === REVIEW_SKILL)?.status
    const names = [...(await folderDigests(other)).keys()].sort().join()
    return [
      ...(status === 'active' ? [] : [`the backup has the skill as ${status}`]),
      ...(names === [REVIEW_SKILL, 'my-notes'].join() ? [] : [`the backup has the skills ${names}`]),
    ]
  } finally {
    rmSync(other.root, { recursive: true, force: true })
  }
}

/** The staged files of interrupted restores that are left after a later restore. */
const leftReady = ({ root }: Home): readonly string[] =>
  filesBelow(root).flatMap((file) => (/\/\.restore~|restoring\.json/.test(file) ? [`left of a restore: ${file}`] : []))

/** A backup of a home, and one that is put in the place of what a home has become since. */
export const BACKUPS: readonly Scenario[] = [
  {
    name: 'backup',
    async prepare(home) {
      await inLoop(active)(home, openHome)
      return NONE
    },
    act: (home) => backup(configOf(home), backupOf(home), { force: true }),
    last: comesBack,
  },
  {
    name: 'restore a backup',
    async prepare(home) {
      await inLoop(active)(home, openHome)
      await backup(configOf(home), backupOf(home))
      await inLoop(async (loop) => {
        await loop.review.move(REVIEW_SKILL, 'pin')
        await run(loop, ['4', '5'])
      })(home, openHome)
      const later = '---\nname: later\ndescription: Written after the backup\n---\n\nMine.\n'
      return new Map([writePersonal(home, join('later', 'SKILL.md'), later)])
    },
    act: (home) => restore(configOf(home), backupOf(home), { force: true }),
    next: (loop) => loop.review.skills(),
    last: async (home) => [...leftReady(home), ...(existsSync(backupOf(home)) ? await comesBack(home) : ['no backup'])],
  },
]
