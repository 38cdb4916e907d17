import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { onTestFinished, vi } from 'vitest'
import type { TeamDatabase } from '../../src/team/database.ts'
import { invitationText } from '../../src/team/keys.ts'
import { joinTeam, makeInvitation } from '../../src/team/node/joining.ts'
import { type Membership, readMembership } from '../../src/team/node/membership.ts'
import { syncTeam } from '../../src/team/node/sync.ts'
import type { Role } from '../../src/team/roles.ts'
import { newOrg } from '../../src/team/server/new-org.ts'
import { serveTeam } from '../../src/team/server/serve-team.ts'
import { scratch } from '../scratch.ts'
import { Home } from '../service/home.ts'
import type { Databases } from './databases.ts'

export const NOW = new Date('2026-11-27T12:00:00Z')

/** A server over a database, until the test ends; its address. */
export async function served(database: TeamDatabase, port = 0, faults: unknown[] = []) {
  const serving = await serveTeam(database, { port, now: () => NOW, onError: (error) => faults.push(error) })
  let ended = false
  const end = async () => {
    if (!ended) await serving[Symbol.asyncDispose]()
    ended = true
  }
  onTestFinished(end)
  return { url: `http://127.0.0.1:${serving.port}`, port: serving.port, end }
}

/** A machine of a person in a team. */
export class Member {
  readonly home = new Home()
  readonly dataDir = join(this.home.root, 'data')

  get membership(): Membership {
    const found = readMembership(this.dataDir)
    if (found === undefined) throw new Error('in no team')
    return found
  }

  async sync(given?: Partial<Membership>) {
    const loop = await this.home.open()
    const done = await syncTeam(loop, this.dataDir, { ...this.membership, ...given }, { now: NOW })
    return done.skills
  }

  async skills() {
    return (await (await this.home.open()).review.skills()).map(({ name, status, origin }) => ({
      name,
      status,
      origin,
    }))
  }
}

/** A team with an admin, ann, a reviewer bob and a member cyd, each with a machine, over a server. */
export async function threePeople({ owner, server }: Pick<Databases, 'owner' | 'server'>, admin = 'ann') {
  const serving = await served(server)
  const made = await newOrg(owner, { name: 'acme', personal: false }, NOW)
  const ann = new Member()
  await joinTeam(ann.dataDir, { url: serving.url, invitation: invitationText(made), name: admin })
  const invited = async (name: string, role: Role) => {
    const one = new Member()
    const invitation = await makeInvitation(ann.membership, { role, own: false })
    await joinTeam(one.dataDir, { url: serving.url, invitation, name })
    return one
  }
  return {
    ...serving,
    org: made.org,
    ann,
    bob: await invited('bob', 'reviewer'),
    cyd: await invited('cyd', 'member'),
    invited,
  }
}

/** Until the test ends a request counts as twenty-five, so that the limit of three hundred a minute comes after twelve. */
export function requestsCountMore(): void {
  const { consume } = RateLimiterMemory.prototype
  const counting = vi.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(function (
    this: RateLimiterMemory,
    key,
  ) {
    return consume.call(this, key, 25)
  })
  onTestFinished(() => counting.mockRestore())
}

/** A folder that git would take for a repository with this remote. */
export function repository(remote: string): string {
  const folder = scratch()
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(
    join(folder, '.git', 'config'),
    `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${remote}\n\tfetch = +refs\n`,
  )
  return realpathSync(folder)
}

/** A skill as `sendVersion` takes it. */
export const skillOf = (
  name: string,
  body = 'Run `git diff main`, then `npm test`.',
  description = 'Reviews a branch.',
) => ({
  ...{ name, evidence: 3 },
  files: new Map([['SKILL.md', `---\nname: ${name}\ndescription: "${description}"\n---\n\n${body}\n`]]),
})

export const AS_PROPOSED = { note: '', own: false, projects: null }
