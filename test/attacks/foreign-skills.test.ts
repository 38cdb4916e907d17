import { chmodSync, chownSync, linkSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from '../cli/command-line.ts'
import { LoopHome, named, skillMd } from './loop-home.ts'

const isRoot = process.getuid?.() === 0
/** A number that no user of the machine needs to have. */
const OTHER = 12_345

/** How a folder comes to be such that another user may have written in it. */
const WAYS: Readonly<Record<string, (folder: string) => void>> = {
  'lets everybody write in it': (folder) => chmodSync(folder, 0o777),
  'lets a group write its SKILL.md': (folder) => chmodSync(join(folder, 'SKILL.md'), 0o664),
  'lets everybody write a script': (folder) => chmodSync(join(folder, 'scripts', 'a.sh'), 0o666),
  'lets everybody write in a folder of it': (folder) => chmodSync(join(folder, 'scripts'), 0o777),
  ...(isRoot
    ? {
        'belongs to another user': (folder: string) => chownSync(folder, OTHER, OTHER),
        'has a script of another user': (folder: string) => chownSync(join(folder, 'scripts', 'a.sh'), OTHER, OTHER),
      }
    : {}),
}

const files = (body: string) => ({ 'SKILL.md': skillMd('theirs', 'Does it.', body), 'scripts/a.sh': 'echo a\n' })

describe.each(Object.entries(WAYS))('a skill folder that %s', (_, spoil) => {
  it('is named and not used until a person promotes it, and again after a change', async () => {
    const home = new LoopHome()
    const folder = home.person('theirs', files('One.'))
    spoil(folder)
    const loop = await home.open()
    const forced = async () => (await loop.route({ text: '@@skill=theirs go' })).pick
    expect(await named(loop, 'theirs')).toMatchObject({ status: 'staged', needsReview: true })
    expect(await forced()).toBeNull()
    expect(home.warnings()).toEqual([expect.stringMatching(/"theirs": .*(?:another user|other users).*promote theirs/)])
    expect((await loop.review.audit()).findings).toMatchObject([
      {
        kind: 'needs_review',
        skills: ['theirs'],
        detail: expect.stringMatching(/^not offered before you look at it: .*other user/),
      },
    ])
    await loop.review.move('theirs', 'promote')
    expect(await named(loop, 'theirs')).toMatchObject({ status: 'active', needsReview: false })
    expect(await forced()).toMatchObject({ skill: 'theirs' })
    writeFileSync(join(folder, 'SKILL.md'), files('Two.')['SKILL.md'])
    expect(await named(loop, 'theirs')).toMatchObject({ status: 'staged', needsReview: true })
    expect((await loop.review.audit()).findings).toMatchObject([{ kind: 'changed_since_review', skills: ['theirs'] }])
    expect(await forced()).toBeNull()
  })
})

it('one that calls itself a draft is held all the same', async () => {
  const home = new LoopHome()
  const manifest = JSON.stringify({ auto_drafted: true, needs_review: true })
  chmodSync(home.person('theirs', { ...files('One.'), 'manifest.json': manifest }), 0o777)
  const loop = await home.open()
  expect(await named(loop, 'theirs')).toMatchObject({ status: 'staged', needsReview: true })
  expect((await loop.route({ text: '@@skill=theirs go' })).pick).toBeNull()
})

it('a person’s own folder is theirs', async () => {
  const home = new LoopHome()
  home.person('mine', { ...files('One.'), 'SKILL.md': skillMd('mine') })
  expect(await named(await home.open(), 'mine')).toMatchObject({ status: 'active', needsReview: false })
  expect(home.warnings()).toEqual([])
})

it('a hard link to a file elsewhere is not read out: the skill is refused, with what to do', async () => {
  const home = new LoopHome()
  const secret = join(home.outside, 'secret')
  writeFileSync(secret, 'the secret')
  const folder = home.person('theirs', files('One.'))
  linkSync(secret, join(folder, 'notes.md'))
  const loop = await home.open()
  expect(await loop.review.skills()).toEqual([])
  expect(home.events.filter(({ kind }) => kind === 'warning')).toMatchObject([
    { kind: 'warning', cause: { message: expect.stringContaining('is a hard link') } },
  ])
  expect(JSON.stringify(home.events)).not.toContain('the secret')
  // A copy in its place is read.
  writeFileSync(join(folder, 'copy'), 'the copy')
  renameSync(join(folder, 'copy'), join(folder, 'notes.md'))
  expect(await named(loop, 'theirs')).toMatchObject({ status: 'active' })
})

it('of a library only what nobody else may have written is shown, and the rest is counted in a warning', async () => {
  const home = new LoopHome()
  const library = join(home.root, 'library')
  const [good, open, linked] = ['good', 'open', 'linked'].map((name) =>
    home.person(name, { 'SKILL.md': skillMd(name, 'Rotates the credentials.') }, library),
  )
  chmodSync(open!, 0o777)
  linkSync(join(good!, 'SKILL.md'), join(home.outside, 'x'))
  linkSync(join(open!, 'SKILL.md'), join(linked!, 'notes.md'))
  home.person('fine', { 'SKILL.md': skillMd('fine', 'Rotates the credentials.') }, library)
  const loop = await home.open({ 'bank.libraries': [library] })
  await loop.review.approveShared('library/fine')
  const found = await loop.search('rotate the credentials', { scope: 'libraries', top: 9 })
  expect(JSON.stringify(found)).toContain('fine')
  for (const name of ['good', 'open', 'linked']) expect(JSON.stringify(found)).not.toContain(`"${name}"`)
  expect(home.warnings()).toEqual([expect.stringMatching(/^3 of the skills in the library .* are not shown: /)])
})

it('doctor names each such folder with what to do', async () => {
  const home = new Home()
  const folder = join(home.skills, 'theirs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), skillMd('theirs'))
  chmodSync(folder, 0o777)
  chmodSync(home.skills, 0o777)
  const { checks } = (await home.run(['doctor', '--json'])).json<{
    checks: { what: string; found: string; fix?: string }[]
  }>()
  const told = checks.filter(({ found }) => found.includes('other users may write'))
  expect(
    told.map(({ what, fix }) => [what, fix?.match(/chmod -R go-w "?([^"; ]+)/)?.[1]?.replace(home.root, '')]),
  ).toEqual([
    ['skill', '/config/wayland-core/skills'],
    ['skill', '/config/wayland-core/skills/theirs'],
  ])
})

it.skipIf(!isRoot)('a data folder of another user is refused (needs root, to make one)', async () => {
  const home = new Home()
  mkdirSync(home.data)
  chownSync(home.data, OTHER, OTHER)
  const payload = { hook_event_name: 'Stop', session_id: 's' }
  expect(await home.run(['hook', 'claude-code', 'Stop'], { stdin: JSON.stringify(payload) })).toMatchObject({ code: 0 })
  expect(await home.run(['daemon', 'run'])).toMatchObject({ code: 3, stderr: expect.stringContaining('another user') })
  const doctor = await home.run(['doctor', '--json'])
  expect(doctor.json()).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ what: 'data', state: 'wrong' })]),
  })
})
