import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Home, skillMd } from '../service/home.ts'

const chat = (wish: string, times = 1) =>
  Array.from({ length: times }, (_, n) => [
    { role: 'user', content: `${wish}${n === 0 ? '' : `, part ${n}`}` },
    {
      role: 'assistant',
      tool_calls: [{ id: `c${n}`, function: { name: 'Bash', arguments: '{"command":"npm run lint"}' } }],
    },
    { role: 'tool', tool_call_id: `c${n}`, content: '{"exit_code":0}' },
    { role: 'assistant', content: 'Done.' },
  ]).flat()

const DEPLOY = 'deploy the staging site'

describe('messages of a chat', () => {
  it('become turns, each once although the history is given again and again', async () => {
    const loop = await new Home().open()
    const first = await loop.ingest(chat(DEPLOY), { session: 's1' })
    expect(first).toMatchObject([{ status: 'recorded', streak: 1 }])
    const again = await loop.ingest(chat(DEPLOY, 2), { session: 's1' })
    expect(again.map(({ status }) => status)).toEqual(['known', 'recorded'])
    // A client that keeps the latest messages only.
    const trimmed = await loop.ingest(chat(DEPLOY, 2).slice(4), { session: 's1' })
    expect(trimmed.map(({ status }) => status)).toEqual(['known'])
    expect((await loop.upkeep.tally()).turns).toBe(2)
  })

  it('that still wait for an answer are no turn yet', async () => {
    const loop = await new Home().open()
    expect(await loop.ingest(chat(DEPLOY).slice(0, 2), { session: 's1' })).toEqual([])
    expect(await loop.ingest(chat(DEPLOY), { session: 's1' })).toHaveLength(1)
  })

  it('draft a skill from three good ends, which is found and put into a context', async () => {
    const loop = await new Home().open()
    for (const session of ['a', 'b', 'c']) await loop.ingest(chat(DEPLOY), { session, success: true })
    expect(await loop.search(DEPLOY)).toMatchObject([
      { name: 'auto-deploy-site-staging', status: 'staged', reviewed: false, relevance: expect.any(Number) },
    ])
    const context = await loop.renderContext(DEPLOY)
    expect(context).toContain('## auto-deploy-site-staging (a draft that no person has reviewed)')
    expect(context).toContain('npm run lint')
    expect(await loop.renderContext('what is the capital of France?')).toBe('')
  })

  it('find, and put into a context, only skills with the tags that are asked for', async () => {
    const home = new Home()
    for (const [name, tags] of [
      ['deploy-site', '[web, staging]'],
      ['deploy-shop', 'Web'],
      ['deploy-app', ''],
    ] as const)
      home.write(name, skillMd(name, 'Deploy the staging site.').replace('---\n', `---\ntags: ${tags}\n`))
    const loop = await home.open()
    const found = async (tags: readonly string[]) =>
      (await loop.search(DEPLOY, { tags })).map(({ name }) => name).toSorted()
    expect(await found([])).toHaveLength(3)
    expect(await found(['WEB'])).toEqual(['deploy-shop', 'deploy-site'])
    expect(await found(['web', 'staging'])).toEqual(['deploy-site'])
    expect(await found(['none'])).toEqual([])
    expect(await loop.renderContext(DEPLOY, { tags: ['none'] })).toBe('')
    await expect(loop.search(DEPLOY, { tags: 'web' as never })).rejects.toMatchObject({ code: 'bad_usage' })
  })

  it.each([Number.NaN, -1, 'many'])('have no context within %j tokens', async (given) => {
    const loop = await new Home().open()
    const maxTokens = given as number
    await expect(loop.renderContext('x', { maxTokens })).rejects.toMatchObject({ code: 'bad_usage' })
  })

  it.each([
    ['no list', 'hello', { session: 's' }],
    ['no session', [], {}],
  ])('are refused with what to give: %s', async (_, messages, options) => {
    const loop = await new Home().open()
    const given = [messages, options] as unknown as Parameters<typeof loop.ingest>
    await expect(loop.ingest(...given)).rejects.toMatchObject({ code: 'bad_turn' })
  })
})

describe('users of a bank', () => {
  it('have data folders of their own, and skills that only they find', async () => {
    const at = new Home()
    const loop = await at.open()
    for (const session of ['a', 'b', 'c']) await loop.ingest(chat(DEPLOY), { session, success: true, user: 'anna' })
    expect(await loop.search(DEPLOY, { user: 'anna' })).toHaveLength(1)
    expect(await loop.search(DEPLOY, { user: 'Anna' })).toEqual([])
    expect(await loop.search(DEPLOY)).toEqual([])
    expect(await loop.review.skills()).toEqual([])
    expect(await loop.bank.users()).toEqual(['Anna', 'anna'])
    expect(
      existsSync(join(at.root, 'data', 'users', 'anna', 'wayland-core', 'skills', 'auto-deploy-site-staging')),
    ).toBe(true)
    const anna = await loop.bank.of('anna')
    expect((await anna.review.move('auto-deploy-site-staging', 'promote')).status).toBe('active')
  })

  it('are no paths, and a user has no users', async () => {
    const at = new Home()
    const loop = await at.open()
    for (const user of ['..', '../..', 'a/../../b', '/etc']) await loop.search('x', { user })
    expect(readdirSync(join(at.root, 'data', 'users')).every((name) => /^~[0-9a-f]{32}$/.test(name))).toBe(true)
    await expect(loop.search('x', { user: 'a\nb' })).rejects.toMatchObject({ code: 'bad_usage' })
    const anna = await loop.bank.of('anna')
    await expect(anna.search('x', { user: 'bert' })).rejects.toMatchObject({ code: 'bad_usage' })
  })

  it('are served though more of them come than loops stay open, also at once', async () => {
    const loop = await new Home().open()
    const users = Array.from({ length: 20 }, (_, i) => `user-${i}`)
    const wish = (user: string) => `${DEPLOY} of ${user}`
    for (const session of ['a', 'b', 'c'])
      await Promise.all(
        users.map(async (user) => await loop.ingest(chat(wish(user)), { session, success: true, user })),
      )
    for (const user of users) {
      const [found] = await loop.search(wish(user), { user })
      expect(found?.description).toContain(user)
      expect((await (await loop.bank.of(user)).upkeep.tally()).turns).toBe(3)
    }
  })

  it('cannot be had without a data folder', async () => {
    const loop = await new Home().open({ settings: { 'data.dir': null } })
    await expect(loop.bank.of('anna')).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await loop.bank.users()).toEqual([])
  })

  it('never see, are offered or move what is another’s, whatever they do', async () => {
    const USERS = ['anna', 'bert', 'Anna', 'c/d', '..']
    const step = fc.record({
      user: fc.constantFrom(...USERS),
      what: fc.constantFrom('ingest', 'route', 'search', 'context', 'load', 'promote', 'archive', 'explain', 'news'),
      other: fc.constantFrom(...USERS),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (steps) => {
        const loop = await new Home().open()
        // Each user's skill is named by a word that nobody else says.
        const word = (user: string) => `secretword${USERS.indexOf(user)}`
        const wish = (user: string) => `rotate the ${word(user)} credentials`
        for (const user of USERS)
          for (const session of ['a', 'b', 'c']) await loop.ingest(chat(wish(user)), { session, success: true, user })
        const skillOf = (user: string) => `auto-credentials-rotate-${word(user)}`
        const seen: [string, unknown][] = []
        for (const [n, { user, what, other }] of steps.entries()) {
          const own = await loop.bank.of(user)
          const doing = {
            ingest: async () => await loop.ingest(chat(wish(user)), { session: `s${n}`, user }),
            route: async () => await own.route({ text: wish(other) }),
            search: async () => await loop.search(wish(other), { user, top: 10 }),
            context: async () => await loop.renderContext(wish(other), { user }),
            load: async () => await own.load(skillOf(other)),
            promote: async () => await own.review.move(skillOf(other), 'promote'),
            archive: async () => await own.review.move(skillOf(other), 'archive'),
            explain: async () => [await own.review.skills(), await own.upkeep.tally()],
            news: async () => await own.offers.news(),
          }
          seen.push([user, await doing[what]().catch((error: unknown) => (error as { code: string }).code)])
        }
        for (const [user, what] of seen) {
          const text = JSON.stringify(what ?? '')
          for (const other of USERS) if (other !== user) expect(text).not.toContain(word(other))
        }
        for (const user of USERS)
          expect((await (await loop.bank.of(user)).review.skills()).map(({ name }) => name)).toEqual([skillOf(user)])
        expect(await loop.review.skills()).toEqual([])
      }),
      { numRuns: 3 },
    )
  }, 120_000)
})
