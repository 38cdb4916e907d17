import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { opened, REVIEW, REVIEW_SKILL, turn } from './home.ts'

/** What the runs of a day did, one more thing each day. */
const DAYS = [
  ['git fetch', 'git diff main', 'npm test'],
  ['git fetch', 'git diff main', 'npm run lint', 'npm test'],
  ['git fetch', 'git diff main', 'npm run lint', 'npm run types', 'npm test'],
  ['git diff main', 'npm run lint', 'npm run types', 'npm test'],
]

async function streak(loop: SkillLoop, day: number, says = REVIEW) {
  let last = null
  for (let n = 0; n < 3; n++) {
    const toolCalls = (DAYS[day] ?? []).map((command) => ({ name: 'Bash', input: { command }, ok: true }))
    last = (await loop.endOfRun(turn(says, { toolCalls, sessionId: `d${day}-${n}` }))).draft
  }
  return last
}

const HOUSE = '\n## House rules\n- Never force-push.\n'

async function edited(status: 'staged' | 'promoted') {
  const { home, loop } = await opened()
  await streak(loop, 0)
  if (status === 'promoted') await loop.review.move(REVIEW_SKILL, 'promote')
  const path = (file = 'SKILL.md') => join(home.skills, REVIEW_SKILL, file)
  const text = (file?: string) => readFileSync(path(file), 'utf8')
  const write = (change: (text: string) => string) => writeFileSync(path(), change(text()))
  write((before) => before.replace('1. Run `git fetch`\n', '').replace('2. Run', '2. Ask Anna first\n3. Run') + HOUSE)
  const states = async () =>
    (await loop.review.versions(REVIEW_SKILL)).map(({ version, state }) => `${version} ${state}`)
  return { home, loop, path, text, write, states }
}

describe.each(['staged', 'promoted'] as const)('a %s skill that a person edited', (status) => {
  it('keeps their lines, and does without what they took out, through three further versions', async () => {
    const { loop, text } = await edited(status)
    for (const day of [1, 2, 3]) {
      expect(await streak(loop, day)).toMatchObject({ status: 'proposed' })
      const { files, kept } = await loop.review.proposal(REVIEW_SKILL)
      expect(kept.flatMap(({ removed }) => removed)).toContainEqual(expect.stringMatching(/`git fetch`/))
      await loop.review.move(REVIEW_SKILL, 'accept')
      expect(text()).toBe(files.find(({ path }) => path === 'SKILL.md')?.after)
      expect(text()).toContain('2. Ask Anna first\n')
      expect(text().endsWith(HOUSE)).toBe(true)
      expect(text()).not.toContain('git fetch`')
      expect(text()).toMatch(/evidence: "(?:6|9|12)"/)
    }
    expect(text()).toContain('npm run lint')
  })

  it('has the evidence of the version in use, and that of another once it is accepted', async () => {
    const { loop } = await edited(status)
    const count = async () => (await loop.review.skill(REVIEW_SKILL)).evidenceCount
    await streak(loop, 1)
    expect(await count()).toBe(3)
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(await count()).toBe(6)
  })

  it('keeps them when all three versions come before the first is accepted, which leaves none waiting', async () => {
    const { loop, text, states } = await edited(status)
    for (const day of [1, 2, 3]) await streak(loop, day)
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain('2. Ask Anna first\n')
    expect((await states()).slice(-3).map((state) => state.split(' ')[1])).toEqual([
      'superseded',
      'superseded',
      'accepted',
    ])
    await expect(loop.review.proposal(REVIEW_SKILL)).rejects.toMatchObject({ code: 'illegal_move' })
  })
})

describe('parts of a proposed version', () => {
  const waiting = async () => {
    const given = await edited('promoted')
    await given.loop.review.skills()
    await streak(given.loop, 1)
    await streak(given.loop, 2)
    return given
  }

  it('are accepted one by one, the rest waits, and a rollback takes it back to the byte', async () => {
    const { loop, text } = await waiting()
    const before = text()
    const { to, parts } = await loop.review.proposal(REVIEW_SKILL)
    const [first, second] = parts.filter(({ conflict }) => !conflict)
    if (first === undefined || second === undefined) throw new Error(JSON.stringify(parts))
    await loop.review.move(REVIEW_SKILL, 'accept', { parts: [second.number], of: to })
    expect(text()).toContain(second.adds.join('\n').replace(/^\d+/, ''))
    expect(text()).not.toContain(first.adds.join('\n'))
    expect(text()).toContain('2. Ask Anna first\n')
    const rest = (await loop.review.proposal(REVIEW_SKILL)).parts
    expect(rest.map(({ adds }) => adds)).not.toContainEqual(second.adds)
    expect(rest.find(({ adds }) => adds.join() === first.adds.join())).toMatchObject({ conflict: false })
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain(first.adds.join('\n').replace(/^\d+/, ''))
    await expect(loop.review.proposal(REVIEW_SKILL)).rejects.toMatchObject({ code: 'illegal_move' })
    const edit = (await loop.review.history(REVIEW_SKILL)).find(({ move }) => move === 'edit')
    await loop.review.move(REVIEW_SKILL, 'rollback', { entry: edit?.id ?? 0 })
    expect(text()).toBe(before)
  })

  it('take the place of a person’s lines only where a conflict is named', async () => {
    const { loop, write, text } = await edited('promoted')
    write((before) => before.replace(/^description: .*$/m, 'description: My way to review.'))
    for (const day of [1, 2, 3]) await streak(loop, day, `please ${REVIEW}`)
    const { parts, files } = await loop.review.proposal(REVIEW_SKILL)
    const conflict = parts.find(({ place }) => place === 'front matter, description')
    if (conflict === undefined) throw new Error('the description does not differ')
    expect(conflict).toMatchObject({ conflict: true, removes: ['description: My way to review.'] })
    expect(files.find(({ path }) => path === 'SKILL.md')?.after).toContain('\ndescription: My way to review.\n')
    await loop.review.move(REVIEW_SKILL, 'accept', { parts: [conflict.number] })
    expect(text()).toContain(`\n${conflict.adds.join('\n')}\n`)
  })

  it.each([
    [{ parts: [99] }, 'bad_usage', /has parts 1 to \d+, and no 99/],
    [{ parts: [] }, 'bad_usage', /no part of version .* is named/],
    [{ parts: [0] }, 'bad_usage', /and no 0/],
    [{ of: '9.9.9' }, 'refused', /version 9\.9\.9 of .* is not the proposed one, which is /],
  ])('are refused as %j', async (options, code, message) => {
    const { loop, text } = await waiting()
    const before = text()
    await loop.review.proposal(REVIEW_SKILL)
    const refused = loop.review.move(REVIEW_SKILL, 'accept', options)
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(text()).toBe(before)
  })
})

describe('an edit after a version was proposed', () => {
  const late = async () => {
    const given = await edited('promoted')
    await streak(given.loop, 1)
    await given.loop.review.proposal(REVIEW_SKILL)
    given.write((before) => before.replace('Ask Anna first', 'Ask Anna and Ben first'))
    return given
  }

  it('is merged in before it is shown, and that is what is accepted', async () => {
    const { loop, text, states } = await late()
    const { files } = await loop.review.proposal(REVIEW_SKILL)
    expect((await states()).slice(-3)).toEqual(['0.1.3 superseded', '0.1.4 accepted', '0.1.5 proposed'])
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain('Ask Anna and Ben first')
    expect(text()).toBe(files.find(({ path }) => path === 'SKILL.md')?.after)
  })

  it('is merged in when nobody looked again, and refuses parts that were numbered before it', async () => {
    const { loop, text } = await late()
    await expect(loop.review.move(REVIEW_SKILL, 'accept', { parts: [1] })).rejects.toMatchObject({
      code: 'refused',
      hint: expect.stringContaining('wayland-core show'),
    })
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain('Ask Anna and Ben first')
    await streak(loop, 2)
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain('Ask Anna and Ben first')
  })
})

it('does not propose again what a person put aside', async () => {
  const { loop } = await edited('promoted')
  for (const day of [1, 2]) await streak(loop, day)
  const aside = (await loop.review.proposal(REVIEW_SKILL)).parts.filter(({ conflict }) => !conflict)
  expect(aside.length).toBeGreaterThan(0)
  await loop.review.move(REVIEW_SKILL, 'reject')
  await streak(loop, 2)
  const again = (await loop.review.proposal(REVIEW_SKILL)).parts
    .filter(({ conflict }) => !conflict)
    .flatMap(({ adds }) => adds)
  const bare = (line: string) => line.replace(/^\d+/, '').replace(/ \[.*/, '')
  const before = new Set(aside.flatMap(({ adds }) => adds).map(bare))
  expect(again.map(bare).filter((line) => before.has(line))).toEqual([])
})

it('lets a version that was put aside wait again byte for byte, and then proposes the same as without the rejection', async () => {
  const { loop } = await edited('promoted')
  for (const day of [1, 2]) await streak(loop, day)
  const before = await loop.review.proposal(REVIEW_SKILL)
  await loop.review.move(REVIEW_SKILL, 'reject')
  await loop.review.move(REVIEW_SKILL, 'unreject', { reason: 'a slip' })
  expect(await loop.review.proposal(REVIEW_SKILL)).toEqual(before)
  expect((await loop.review.history(REVIEW_SKILL)).at(-1)).toMatchObject({
    move: 'unreject',
    actor: 'person',
    reason: 'a slip',
  })
  await expect(loop.review.move(REVIEW_SKILL, 'unreject')).rejects.toMatchObject({ code: 'illegal_move' })
  const bare = (line: string) => line.replace(/^\d+/, '').replace(/ \[.*/, '')
  const lines = async () =>
    (await loop.review.proposal(REVIEW_SKILL)).parts
      .filter(({ conflict }) => !conflict)
      .flatMap(({ adds }) => adds.map(bare))
  const added = await lines()
  await streak(loop, 2)
  expect(await lines()).toEqual(expect.arrayContaining(added))
})

it('brings back the rejected version that is named, and refuses one that is not rejected', async () => {
  const { loop } = await edited('promoted')
  await streak(loop, 1)
  await loop.review.move(REVIEW_SKILL, 'reject')
  const first = (await loop.review.versions(REVIEW_SKILL)).find(({ state }) => state === 'rejected')?.version ?? ''
  await streak(loop, 2)
  await loop.review.move(REVIEW_SKILL, 'reject')
  await expect(loop.review.move(REVIEW_SKILL, 'unreject', { of: '9.9.9' })).rejects.toMatchObject({
    code: 'illegal_move',
  })
  await loop.review.move(REVIEW_SKILL, 'unreject', { of: first })
  expect((await loop.review.versions(REVIEW_SKILL)).filter(({ state }) => state === 'proposed')).toMatchObject([
    { version: first },
  ])
})

it('keeps files that a person added, changed or removed', async () => {
  const { loop, path } = await edited('promoted')
  writeFileSync(path('notes.md'), 'mine')
  writeFileSync(path('references/evidence.md'), 'my own record')
  const manifest = JSON.parse(readFileSync(path('manifest.json'), 'utf8')) as object
  writeFileSync(path('manifest.json'), JSON.stringify({ ...manifest, owner: 'anna' }))
  await streak(loop, 1)
  await loop.review.move(REVIEW_SKILL, 'accept')
  expect(readFileSync(path('notes.md'), 'utf8')).toBe('mine')
  expect(readFileSync(path('references/evidence.md'), 'utf8')).toBe('my own record')
  expect(JSON.parse(readFileSync(path('manifest.json'), 'utf8'))).toMatchObject({ owner: 'anna', evidence_count: 6 })
  rmSync(path('references'), { recursive: true })
  await streak(loop, 2)
  await loop.review.move(REVIEW_SKILL, 'accept')
  expect(existsSync(path('references'))).toBe(false)
})

it('counts the evidence anew at the head of a draft whose notice a person took out', async () => {
  const { loop, write, text } = await edited('staged')
  write((before) => before.replace(/^> Drafted .*\n\n/m, ''))
  await streak(loop, 1)
  await loop.review.move(REVIEW_SKILL, 'accept')
  expect(text()).toMatch(/^Evidence: 6 successful/m)
  expect(text()).not.toContain('Drafted automatically')
})

it('does not take a merged version for a draft of its own: it is neither replaced nor withdrawn', async () => {
  const { loop, text } = await edited('staged')
  await streak(loop, 1)
  await loop.review.move(REVIEW_SKILL, 'accept')
  const merged = text()
  expect(await streak(loop, 2)).toMatchObject({ status: 'proposed' })
  await loop.endOfRun(turn('no, that is wrong, revert it', { sessionId: 'd1-2' }))
  expect(text()).toBe(merged)
})
