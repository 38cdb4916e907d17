import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { serveUi, type UiServing } from '../../src/ui/serve-ui.tsx'
import { Home, REVIEW, turn } from '../cli/command-line.ts'
import { type Answer, Client, formsOf, readText } from './page-client.ts'

const EXECUTABLE = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0])
const LATIN_1 = new Uint8Array([0x63, 0x61, 0x66, 0xe9])

describe('files that are no text', () => {
  const home = new Home()
  const skill = 'auto-branch-changes-review'
  let loop: SkillLoop
  let serving: UiServing
  let client: Client
  let id: string
  /** A file that the waiting version has besides what the drafter wrote. */
  let added: readonly [string, Uint8Array] | undefined

  beforeAll(async () => {
    await home.learn([1, 2, 3].map((n) => turn(REVIEW, `a${n}`)))
    await home.move(skill, 'promote')
    await home.move(skill, 'pin')
    const call = { name: 'Bash', input: { command: 'npm run lint' }, ok: true }
    await home.learn([4, 5, 6].map((n) => turn(REVIEW, `b${n}`, { tool_calls: [call] })))
    loop = await openSkillLoop({ env: home.env() })
    id = (await loop.review.skill(skill)).id
    const filesOf: SkillLoop['review']['filesOf'] = async (asked, version) => {
      const files = await loop.review.filesOf(asked, version)
      return version === undefined || added === undefined ? files : new Map(files).set(...added)
    }
    serving = await serveUi(
      {
        ...loop,
        review: new Proxy(loop.review, { get: (own, name) => (name === 'filesOf' ? filesOf : Reflect.get(own, name)) }),
      },
      {
        port: 0,
        onError: (error) => {
          throw error
        },
      },
    )
    client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  }, 60_000)
  afterAll(async () => {
    await serving?.[Symbol.asyncDispose]()
    await loop?.[Symbol.asyncDispose]()
  })

  const page = async () => await client.ask(`/skills/${id}`)
  const has = ({ text }: Answer, move: string) => formsOf(text).some(({ action }) => action.endsWith(`/${move}`))
  /** Sends what the form would, had the page one. */
  async function forged(move: 'accept' | 'promote'): Promise<Answer> {
    const {
      digest = '',
      version,
      status,
    } = await loop.review.versions(id).then(async (all) => ({
      ...(await loop.review.skill(id)),
      digest: all.find(({ head }) => head)?.digest,
    }))
    const of = (await loop.review.versions(id)).findLast(({ state }) => state === 'proposed')?.version ?? ''
    const key = formsOf((await page()).text)[0]?.fields.key ?? ''
    return await client.send(`/skills/${id}/${move}`, { key, digest, version, status, of })
  }

  it.each([
    ['an executable', EXECUTABLE],
    ['another encoding', LATIN_1],
  ])('of a waiting version are not accepted on the page: %s', async (_, bytes) => {
    added = ['scripts/run', bytes]
    const shown = await page()
    expect([has(shown, 'accept'), has(shown, 'reject')]).toEqual([false, true])
    expect(readText(shown.text)).toContain(`wayland-core skills set ${skill} accepted`)
    const answer = await forged('accept')
    expect([answer.status, readText(answer.text)]).toEqual([409, expect.stringContaining('was not shown to you')])
    expect((await loop.review.versions(id)).some(({ state }) => state === 'proposed')).toBe(true)
  })

  it('accepts the waiting version where all of it is text', async () => {
    added = ['scripts/run', Buffer.from('café\n')]
    const done = await client.submit(await page(), '/accept', { 'part-1': '1' })
    expect(readText(done.text)).toContain(`"${skill}" was brought to the version that waited`)
  })

  it.each([
    ['an executable', EXECUTABLE],
    ['another encoding', LATIN_1],
  ])('of a draft are not approved on the page: %s', async (name, bytes) => {
    added = undefined
    const draft = await home.draft(`label the ${name} shipment crates`, name)
    writeFileSync(join(home.skills, draft, 'tool'), bytes)
    id = (await loop.review.skill(draft)).id
    const shown = await page()
    expect([has(shown, 'promote'), has(shown, 'archive')]).toEqual([false, true])
    expect(readText(shown.text)).toContain(`wayland-core skills promote ${draft}`)
    expect((await forged('promote')).status).toBe(409)
    expect((await loop.review.skill(id)).status).not.toBe('active')
    const { text } = await client.ask(`/skills/${id}/compare?version=0.1.0`)
    expect(readText(text)).toContain('Not compared, since they are no text, or too long for a page: tool.')
  })
})
