import { afterAll, beforeAll, expect, it } from 'vitest'
import { endMachinesOf, statusOf } from '../../src/team/node/asking.ts'
import { joinTeam, leaveTeam, makeInvitation } from '../../src/team/node/joining.ts'
import { type Databases, MAKING_MS, newDatabases } from './databases.ts'
import { Member, threePeople } from './teams.ts'

let databases: Databases
beforeAll(async () => {
  databases = await newDatabases('pglite')
}, MAKING_MS)
afterAll(async () => await databases[Symbol.asyncDispose]())

it('an invitation ends with the machines of who made it', async () => {
  const { ann, url, invited } = await threePeople(databases)
  const eve = await invited('eve', 'admin')
  const kept = await makeInvitation(eve.membership, { role: 'admin', own: false })
  await endMachinesOf(ann.membership, 'eve')
  await expect(joinTeam(new Member().dataDir, { url, invitation: kept, name: 'quiet' })).rejects.toThrow(
    'who made this invitation is not in the team any more',
  )
  const dan = await invited('dan', 'member')
  const own = await makeInvitation(dan.membership, { role: 'member', own: true })
  await leaveTeam(dan.dataDir, dan.membership, false)
  await expect(joinTeam(dan.dataDir, { url, invitation: own, name: 'dan' })).rejects.toThrow('not in the team any more')
  expect((await statusOf(ann.membership)).people.map(({ name, machines }) => `${name} ${machines}`).sort()).toEqual([
    ...['ann 1', 'bob 1', 'cyd 1', 'dan 0', 'eve 0'],
  ])
})

it('nobody joins under a name that could be read as that of another', async () => {
  const { ann, url } = await threePeople(databases)
  const invitation = await makeInvitation(ann.membership, { role: 'member', own: false })
  const joins = async (name: string) => await joinTeam(new Member().dataDir, { url, invitation, name })
  for (const name of ['ann ', 'an\u200bn', 'ann\u202e', 'ａｎｎ', 'аnn', '', ' '])
    await expect(joins(name), name).rejects.toThrow('could be read as another name')
  for (const name of ['ann', 'Ann', 'ANN']) await expect(joins(name), name).rejects.toThrow('another person')
  expect((await joins('Анна')).person.name).toBe('Анна')
})
