import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Home, REVIEW } from '../cli/command-line.ts'
import { skillMd, turn } from '../service/home.ts'
import { called, connected, WAYS } from './connections.ts'

const DRAFT = 'auto-branch-changes-review'
const BAKE = skillMd('bake', 'Bake a sourdough bread from rye.', 'Knead $ARGUMENTS.\n\n!`touch pwned`')
/** Above the text of a skill that has places for arguments and is given some. */
const BINDING = `The person's words that are put in below hold wherever this text says otherwise, its defaults included.`

function write(home: Home, name: string, text: string): void {
  mkdirSync(join(home.skills, name), { recursive: true })
  writeFileSync(join(home.skills, name, 'SKILL.md'), text)
}

/** A home with a draft, and a skill of a person's own. */
async function furnished(): Promise<Home> {
  const home = new Home()
  write(home, 'bake', BAKE)
  await home.draft(REVIEW)
  // Some engines would run the template in it, so that it is wanted as it is or not at all.
  await home.within((loop) => loop.review.move('bake', 'promote', { force: true }))
  return home
}

/** For tests that change nothing in it. */
const still = furnished()

/** What the command line prints for the prompt of a person's own skill. */
const printed = still.then((home) => home.run(['run', 'bake', 'two', 'loaves']))

const draftOf = (home: Home) =>
  home.within(async (loop) => (await loop.review.skills()).find((skill) => skill.name === DRAFT))

describe.each(WAYS)('over %s to a client of the revision %s', (...way) => {
  it('tells what it offers', async () => {
    const client = await connected(await still, way)
    expect(client.getNegotiatedProtocolVersion()).toBe(way[1] === 'auto' ? '2026-07-28' : '2025-11-25')
    expect(client.getServerVersion()).toMatchObject({ name: 'wayland-core', version: '0.1.0' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['find_skill', 'list_drafts', 'list_skills', 'load_skill', 'report_outcome'],
    ])
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description).toMatch(/\.$/)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
    }
  })

  it('finds a skill, loads it and counts the outcome once', async () => {
    const home = await furnished()
    const client = await connected(home, way)
    const found = await called(client, 'find_skill', { task: REVIEW })
    const { decision_id, pick, reason } = found.value as {
      decision_id: string
      pick: { skill: string }
      reason: string
    }
    expect({ reason, skill: pick.skill }).toEqual({ reason: 'picked', skill: DRAFT })
    expect(JSON.parse(found.text)).toEqual(found.value)
    const other = await called(client, 'load_skill', { name: 'bake', decision_id })
    expect(other.value).toMatchObject({ skill: 'bake', loaded: false })
    const loaded = await called(client, 'load_skill', { name: DRAFT, decision_id })
    expect(loaded.value).toMatchObject({ skill: DRAFT, folder: join(home.skills, DRAFT), loaded: true })
    const outcome = { decision_id, outcome: 'success' }
    expect((await called(client, 'report_outcome', outcome)).value).toEqual({
      decision_id,
      status: 'credited',
      skill: DRAFT,
    })
    expect((await called(client, 'report_outcome', outcome)).value).toMatchObject({ status: 'known' })
    expect((await draftOf(home))?.counts).toMatchObject({ offered: 1, loaded: 1, successes: 1 })
  })

  it('lists and finds a draft in its own project', async () => {
    const home = new Home()
    await home.within(async (loop) => {
      for (let n = 0; n < 3; n++) await loop.endOfRun(turn(REVIEW, { projectDir: '/p/a' }))
    })
    const client = await connected(home, way)
    for (const [project_dir, names] of [
      ['/p/a', [DRAFT]],
      ['/p/b', []],
    ] as const) {
      const listed = await called(client, 'list_skills', { task: REVIEW, project_dir })
      expect((listed.value as { skills: { name: string }[] }).skills.map(({ name }) => name)).toEqual(names)
      const found = await called(client, 'find_skill', { task: REVIEW, project_dir })
      expect(found.value).toMatchObject({ pick: names.length === 0 ? null : { skill: DRAFT } })
    }
  })

  it('has every offered skill as a resource, and the active ones as prompts', async () => {
    const home = await still
    const client = await connected(home, way)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri).sort()).toEqual([`skill://${DRAFT}`, 'skill://bake'])
    const { contents } = await client.readResource({ uri: `skill://${DRAFT}` })
    expect(contents).toEqual([
      {
        uri: `skill://${DRAFT}`,
        mimeType: 'text/markdown',
        text: readFileSync(join(home.skills, DRAFT, 'SKILL.md'), 'utf8'),
      },
    ])
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: 'skill://{name}' }])
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'bake', arguments: [{ name: 'arguments' }] }])
  })

  it('answers what cannot be done in the words of the protocol', async () => {
    const home = await still
    const client = await connected(home, way)
    for (const [tool, given, words] of [
      ['find_skill', {}, /task/],
      ['find_skill', { task: 5 }, /task/],
      ['find_skill', { task: 'x', top: 0 }, /top/],
      ['find_skill', { task: 'x', more: 1 }, /more/],
      ['load_skill', { name: 'nobody' }, /no skill is called "nobody"\nTry: /],
      ['load_skill', { name: '/nobody x' }, /no skill is called/],
      ['report_outcome', { decision_id: 'none', outcome: 'success' }, /no decision "none"\nTry: /],
      ['report_outcome', { decision_id: 'none', outcome: 'great' }, /outcome/],
    ] as const) {
      const refused = await called(client, tool, given)
      expect(refused.isError, tool).toBe(true)
      expect(refused.text).toMatch(words)
    }
    await expect(client.callTool({ name: 'rm_rf' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.readResource({ uri: 'skill://nobody' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.getPrompt({ name: DRAFT })).rejects.toMatchObject({ code: -32602 })
    await expect(client.getPrompt({ name: 'bake', arguments: { size: 'x' } })).rejects.toMatchObject({ code: -32602 })
    for (const [method, params] of [
      ['resources/read', {}],
      ['resources/read', { uri: 7 }],
      ['prompts/get', { arguments: {} }],
      ['prompts/get', { name: 'bake', arguments: { arguments: 7 } }],
    ] as const)
      await expect(client.request({ method, params }, z.unknown()), method).rejects.toMatchObject({ code: -32602 })
    await expect(client.request({ method: 'tools/steal' }, z.unknown())).rejects.toThrow(/not found/i)
    expect((await called(client, 'list_drafts')).value).toMatchObject({ drafts: [{ name: DRAFT, evidence_count: 3 }] })
  })

  it('tells its client when another process changed the skills', async () => {
    const home = await furnished()
    let tellPrompts = (_: unknown) => {}
    const prompts = new Promise((resolve) => {
      tellPrompts = resolve
    })
    let tellResources = (_: unknown) => {}
    const resources = new Promise((resolve) => {
      tellResources = resolve
    })
    const client = await connected(home, way, {
      listChanged: {
        prompts: { onChanged: (_, items) => tellPrompts(items?.map(({ name }) => name)) },
        resources: { onChanged: (_, items) => tellResources(items?.map(({ name }) => name)) },
      },
    })
    await client.listPrompts()
    await home.move(DRAFT, 'promote')
    expect(await prompts).toEqual([DRAFT, 'bake'])
    expect(await resources).toEqual([DRAFT, 'bake'])
  })
})

// What the loop decides, whichever way the question came in: one way of each kind is enough.
describe.each([WAYS[0], WAYS[3]])('the loop, over %s to a client of the revision %s', (...way) => {
  it('gives the bytes that run prints, to slash text and as a prompt too, and runs nothing', async () => {
    const home = await still
    const client = await connected(home, way)
    const { code, stdout, stderr } = await printed
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      `Base directory for this skill: ${join(home.skills, 'bake')}\n\n${BINDING}\n\nKnead two loaves.\n\n!\`touch pwned\`\n`,
    )
    const loaded = await called(client, 'load_skill', { name: 'bake', arguments: 'two loaves' })
    expect([loaded.text, loaded.value?.text]).toEqual([stdout, stdout])
    expect((await called(client, 'load_skill', { name: '/bake two loaves' })).text).toBe(stdout)
    const prompt = await client.getPrompt({ name: 'bake', arguments: { arguments: 'two loaves' } })
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text: stdout } }])
  })

  it('keeps what is archived or revoked from the model, and says why', async () => {
    const home = await furnished()
    const client = await connected(home, way)
    for (const [move, why] of [
      ['archive', /is archived/],
      ['revoke', /is revoked/],
    ] as const) {
      await home.move(DRAFT, move)
      const refused = await called(client, 'load_skill', { name: DRAFT })
      expect(refused).toMatchObject({ isError: true })
      expect(refused.text).toMatch(why)
      expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['bake'])
      await expect(client.readResource({ uri: `skill://${DRAFT}` })).rejects.toMatchObject({ code: -32602 })
    }
    expect((await called(client, 'list_drafts')).value).toEqual({ drafts: [] })
  })
})
