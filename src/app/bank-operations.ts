import { basename, dirname, join } from 'node:path'
import type { CountedSkill } from '../domain/bank/bank-stats.ts'
import type { ShelvedSkill } from '../domain/bank/library-skill.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import type { Skill } from '../domain/skill.ts'
import { parseSkillMd, tagsOf } from '../domain/skill-md-format.ts'
import { bankParts, holds, insistEmpty, librariesBelow, librariesIn, partFolder } from '../store/bank-layout.ts'
import { writeSkillFolder } from '../store/folder-files.ts'
import { readLibrary } from '../store/library-folder.ts'
import type { CoreServices } from './core-services.ts'
import type { OpenBank } from './skill-bank.ts'
import type { SkillBank, SkillLoop } from './skill-loop.ts'

type OwnSkills = Pick<SkillLoop, 'load'> & {
  readonly review: Pick<SkillLoop['review'], 'skills' | 'sharedSkills' | 'queue'>
  readonly upkeep: Pick<SkillLoop['upkeep'], 'tally'>
}

/** The name under which the skills of the loop itself are exported. */
const OWN = 'default'

/** The bank with what goes over all of its users; `self` is the loop whose bank it is. */
export function bankOperations({ config, tell }: CoreServices, users: OpenBank, self: OwnSkills): SkillBank {
  const transfer = async () => {
    return (await import('../service/bank/bank-transfer.ts')).bankTransfer({
      ...{ partsOf: bankParts, read: readLibrary, holds },
      ...{ write: writeSkillFolder, tell },
    })
  }

  async function everybody(): Promise<readonly { readonly user: string; readonly loop: OwnSkills }[]> {
    const others = (await users.users()).map(async (user) => ({ user, loop: await users.of(user) }))
    return [{ user: OWN, loop: self }, ...(await Promise.all(others))]
  }

  return {
    ...{ of: users.of, users: users.users },
    async import(folder) {
      const dataDir = insistOnFolder(config.dataDir)
      const folders = new Map<string, string>()
      for (const { kind, name } of bankParts(folder))
        if (kind === 'user')
          folders.set(name, librariesBelow(insistOnFolder((await users.of(name)).upkeep.config.dataDir)))
      return await (await transfer()).import(folder, ({ kind, name }) =>
        kind === 'user' ? join(folders.get(name) ?? '', name) : join(librariesBelow(dataDir), name),
      )
    },
    async export(folder) {
      insistEmpty(folder)
      const libraries = librariesIn(librariesBelow(insistOnFolder(config.dataDir))).map((from) => ({
        from,
        to: partFolder(folder, { kind: 'library', name: basename(from) }),
      }))
      for (const user of await users.users()) {
        const { dataDir } = (await users.of(user)).upkeep.config
        for (const from of librariesIn(librariesBelow(insistOnFolder(dataDir))))
          libraries.push({ from, to: partFolder(folder, { kind: 'user', name: user }) })
      }
      const own = []
      for (const { user, loop } of await everybody())
        for (const skill of await withBodies(loop))
          own.push({ to: join(partFolder(folder, { kind: 'user', name: user }), skill.name), skill })
      return await (await transfer()).export(libraries, own)
    },
    async stats() {
      const { bankStats } = await import('../domain/bank/bank-stats.ts')
      const counted: CountedSkill[] = []
      const messages = new Map<string, number>()
      for (const { user, loop } of await everybody()) {
        messages.set(user, (await loop.upkeep.tally()).turns)
        const platforms = await platformsOf(loop)
        for (const { name, version, tags, body, evidenceCount: turns, status } of await withBodies(loop))
          counted.push({
            ...{ owner: user, kind: 'user', version, tags, size: body.length, turns, status },
            platforms: platforms.get(name),
          })
      }
      for (const skill of await self.review.sharedSkills()) counted.push({ ...countedOf(skill), kind: 'library' })
      for (const user of await users.users()) {
        const { review, upkeep } = await users.of(user)
        const theirs = librariesBelow(insistOnFolder(upkeep.config.dataDir))
        for (const skill of await review.sharedSkills())
          if (dirname(skill.root) === theirs) counted.push({ ...countedOf(skill), owner: user, kind: 'user' })
      }
      return bankStats(counted, messages)
    },
  }
}

/** The agents of the runs that each skill in use or in review rests on, by its name. */
async function platformsOf({ review }: OwnSkills): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER - 1 }
  const pages = await Promise.all(
    (['used', 'draft', 'watching'] as const).map((kind) => review.queue({ kind, ...all })),
  )
  return new Map(pages.flatMap(({ items }) => items.map(({ skill, engines }) => [skill.name, engines])))
}

/** The skills of a loop that may be offered, with their text. */
async function withBodies({
  review,
  load,
}: OwnSkills): Promise<readonly (Skill & { body: string; tags: readonly string[] })[]> {
  const found = []
  for (const skill of await review.skills()) {
    const text = await textOf({ load }, skill.name)
    if (text === undefined) continue
    const md = parseSkillMd(text)
    found.push({ ...skill, body: md.body, tags: tagsOf(md) })
  }
  return found
}

/** The text of a skill; undefined if it is not offered, or archived meanwhile. */
async function textOf({ load }: Pick<OwnSkills, 'load'>, name: string): Promise<string | undefined> {
  try {
    return (await load(name)).text
  } catch (error) {
    if (isWaylandError(error) && error.kind === 'not_found') return undefined
    throw error
  }
}

function insistOnFolder(dataDir: string | null): string {
  if (dataDir === null) throw new WaylandError('storage_unavailable', 'a bank needs a data folder')
  return dataDir
}

const countedOf = ({ library: owner, version = '', tags, category, platforms, size, standing }: ShelvedSkill) => ({
  ...{ owner, version, tags, category, platforms, size },
  ...(standing === 'blocked' ? { status: 'quarantined' as const } : {}),
})
