import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { called, connected } from '../mcp/connections.ts'
import { skillMd } from '../service/home.ts'
import { Home } from './command-line.ts'

const home = new Home()
const given = (...words: readonly string[]) => home.run(['run', ...words])
const listed = async (session: string) =>
  (await home.run(['run', '--session', session, '--json'])).json<{
    tokens: number
    skills: { skill: string; tokens: number }[]
  }>()

function write(name: string, body: string): void {
  mkdirSync(join(home.skills, name), { recursive: true })
  writeFileSync(join(home.skills, name, 'SKILL.md'), skillMd(name, `Does ${name}.`, body))
}

beforeAll(() => {
  write('lint', '1. Run `npm run lint`\n2. Fix what it names.')
  write('check', '1. Run `pnpm lint`\n2. Run the tests: `npm test`')
  write('ship', '1. Tag it: `git tag <tag>`')
})

describe('skills in one conversation', () => {
  it('are given once each, in their order, and are told again with their arguments only', async () => {
    const alone = (await given('lint')).stdout
    expect((await given('lint', '--session', 'one')).stdout).toBe(alone)
    await given('ship', '--session', 'one')
    const second = await given('lint', 'only src', '--session', 'one')
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(second.stdout).toMatch(/"lint" is already active in this conversation: follow its text above/)
    expect(second.stdout).not.toContain('npm run lint')
    expect(second.stdout.endsWith('\n\nARGUMENTS: only src\n')).toBe(true)
    expect((await listed('one')).skills.map(({ skill }) => skill)).toEqual(['lint', 'ship'])
    expect((await given('lint', '--session', 'two')).stdout).toBe(alone)
    expect((await listed('one')).skills.map(({ skill }) => skill)).toEqual(['lint', 'ship'])
  })

  it('are given anew when they changed', async () => {
    write('grow', '1. Water it.')
    await given('grow', '--session', 'five')
    write('grow', '1. Water it twice.')
    expect((await given('grow', '--session', 'five')).stdout).toContain('Water it twice.')
    expect((await listed('five')).skills).toHaveLength(1)
  })

  it('are the same ones over MCP', async () => {
    await given('lint', '--session', 'six')
    const client = await connected(home, ['stdio', 'auto'])
    const again = await called(client, 'load_skill', { name: 'lint', session: 'six' })
    expect(again.text).toMatch(/already active/)
    expect(again.value?.active).toMatchObject({ state: 'already' })
    await called(client, 'load_skill', { name: 'ship', session: 'six' })
    expect((await listed('six')).skills.map(({ skill }) => skill)).toEqual(['lint', 'ship'])
  })

  it('are given once, too, when many ask at the same time', async () => {
    const states = await Promise.all(
      [1, 2, 3, 4].map(
        async () =>
          (await given('ship', '--session', 'seven', '--json')).json<{ active: { state: string } }>().active.state,
      ),
    )
    expect(states.sort()).toEqual(['already', 'already', 'already', 'new'])
  })

  it.each([[['run', 'lint', '--session', ' '], 2, /the id of a session must have 1 to 200 characters/]])(
    'refuse %j',
    async (words, code, message) => {
      const done = await home.run(words)
      expect({ code: done.code, stdout: done.stdout }).toEqual({ code, stdout: '' })
      expect(done.stderr).toMatch(message)
    },
  )

  it('are none in a session that nobody named', async () =>
    expect((await home.run(['run', '--session', 'nobody'])).stdout).toBe('No skill is active in this session.\n'))
})
