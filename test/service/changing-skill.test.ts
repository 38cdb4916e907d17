import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, skillMd } from './home.ts'

/** A home with a skill that is changed in the middle of each of the next decisions: whenever the time is asked for. */
async function changing(times: number) {
  const home = new Home()
  const folder = home.write('deploy-service', skillMd('deploy-service', 'Deploy the payment service to production'))
  let left = 0
  const now = () => {
    if (left-- > 0) appendFileSync(join(folder, 'SKILL.md'), `${left} times more.\n`)
    return home.now
  }
  const loop = await home.open({ now })
  await loop.review.skills()
  return async () => {
    left = times
    return await loop.route({ text: 'deploy the payment service to production' })
  }
}

it('is offered with the bytes that were looked at last, however often they changed before', async () => {
  expect(await (await changing(15))()).toMatchObject({ reason: 'picked', pick: { skill: 'deploy-service' } })
})

it('is not offered while it changes without end', async () => {
  expect(await (await changing(Number.POSITIVE_INFINITY))()).toMatchObject({
    pick: null,
    reason: 'failed',
    error: 'the skill that would be offered cannot be read, or keeps changing',
  })
})
