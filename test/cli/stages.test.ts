import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { called, connected } from '../mcp/connections.ts'
import { skillMd } from '../service/home.ts'
import { Home, REVIEW } from './command-line.ts'

const DRAFT = 'auto-branch-changes-review'
const home = new Home()

function write(skill: string, path: string, text: string | Buffer): void {
  const file = join(home.skills, skill, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

beforeAll(async () => {
  const bake = skillMd('bake', 'Bake a sourdough bread from rye.', 'Knead it; see references/flour.md.')
  write('bake', 'SKILL.md', bake.replace('\n---\n', '\nallowed-tools: Bash(git diff:*) Read\n---\n'))
  write('bake', 'references/flour.md', '# Flour\n\n$ARGUMENTS !`touch pwned`\n')
  write('bake', 'oven.png', Buffer.from([0x89, 0x50, 0, 0xff]))
  write('brew', 'SKILL.md', skillMd('brew', 'Brew a pot of green tea.', 'Boil it.'))
  await home.draft(REVIEW)
  await home.within((loop) => loop.review.move('bake', 'promote', { force: true })).catch(() => undefined)
})

const offered = async (...words: readonly string[]) =>
  (await home.run(['run', ...words, '--json'])).json<{ skills: { name: string }[]; left: number; tokens: number }>()
const names = async (...words: readonly string[]) => (await offered(...words)).skills.map(({ name }) => name)

describe('a model is shown skills in stages', () => {
  it('first names and descriptions, those that fit the task or were used before the others', async () => {
    const { code, stdout, stderr } = await home.run(['run'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/\n- bake: Bake a sourdough bread from rye\.\n/)
    expect(stdout).not.toContain('Knead')
    const first = (task: string) => home.within(async (loop) => (await loop.offers.listed({ task })).skills[0]?.name)
    expect(await first('a green tea, please')).toBe('brew')
    expect(await first('bake rye bread')).toBe('bake')
    expect(await names()).toHaveLength(3)
    await home.within((loop) => loop.review.move('brew', 'pin'))
    expect((await names())[0]).toBe('brew')
    await home.within(async (loop) => {
      const { id } = await loop.route({ text: `@@skill=${DRAFT} ${REVIEW}` })
      await loop.offers.markLoaded(id, DRAFT)
      await loop.reward(id, 'success')
    })
    expect(await names()).toEqual(['brew', DRAFT, 'bake'])
  })

  it('then a text, with the names of its other files and of the tools that it asks for, which nothing allows', async () => {
    const { stdout } = await home.run(['run', 'bake'])
    expect(stdout).not.toMatch(/Bash|# Flour/)
    expect((await home.run(['run', 'bake', '--json'])).json()).toMatchObject({
      files: ['oven.png', 'references/flour.md'],
      allowed_tools: ['Bash(git diff:*)', 'Read'],
    })
    expect((await home.run(['run', DRAFT, '--json'])).json()).toMatchObject({ files: ['references/evidence.md'] })
    expect((await home.run(['show', 'bake'])).stdout).toMatch(
      /Asks for tools:\s+Bash\(git diff:\*\), Read \(nothing is allowed/,
    )
  })

  it('over MCP, too', async () => {
    const client = await connected(home, ['stdio', 'auto'])
    const listed = await called(client, 'list_skills', {})
    expect(listed.text).toBe((await home.run(['run'])).stdout)
    const fitting = await called(client, 'list_skills', { task: 'bake rye bread', budget: 200 })
    expect(fitting.text).toMatch(/^[^-]*\n- bake: /)
    const loaded = await called(client, 'load_skill', { name: 'bake' })
    expect(loaded.value).toMatchObject({
      files: ['oven.png', 'references/flour.md'],
      allowed_tools: ['Bash(git diff:*)', 'Read'],
    })
    const file = await called(client, 'load_skill', { name: 'bake', file: 'references/flour.md' })
    expect(file.text).toBe('# Flour\n\n$ARGUMENTS !`touch pwned`\n')
    expect((await called(client, 'load_skill', { name: 'bake', file: '../brew/SKILL.md' })).isError).toBe(true)
  })

  it('but not what is withdrawn', async () => {
    await home.move('brew', 'unpin')
    await home.move('brew', 'archive')
    expect(await names()).not.toContain('brew')
    expect((await home.run(['run', 'brew'])).stderr).toMatch(/it is archived/)
  })
})
