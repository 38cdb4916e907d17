import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from '../cli/command-line.ts'
import { skillMd } from '../service/home.ts'
import { called, connected } from './connections.ts'

const SHOP = 'deploy the web shop to staging'

/** A home whose configuration names a library with one approved skill and one that waits. */
async function furnished(): Promise<{ readonly home: Home; readonly folder: string }> {
  const home = new Home()
  const folder = join(home.root, 'team')
  for (const [name, text] of [
    ['deploy', skillMd('deploy', 'Deploys the web shop to staging.', 'Push it.')],
    ['minutes', skillMd('minutes', 'Writes the minutes of a meeting.')],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'SKILL.md'), text)
  }
  mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
  writeFileSync(
    join(home.config, 'wayland-core', 'config.json'),
    JSON.stringify({ bank: { libraries: [folder] }, router: { holdout: 0 }, hook: { directMs: 60_000 } }),
  )
  expect(await home.run(['skills', 'promote', 'team/deploy'])).toMatchObject({ code: 0 })
  return { home, folder }
}

it('an approved skill of a library is found, listed and loaded over MCP, and none that waits', async () => {
  const { home } = await furnished()
  const client = await connected(home, ['stdio', 'auto'])
  const { value } = await called(client, 'find_skill', { task: SHOP })
  expect(value?.pick).toMatchObject({ skill: 'deploy' })
  expect((await called(client, 'list_skills')).value?.skills).toEqual([
    { name: 'deploy', description: 'Deploys the web shop to staging.' },
  ])
  expect((await called(client, 'load_skill', { name: 'deploy', decision_id: value?.decision_id })).value).toMatchObject(
    {
      ...{ skill: 'deploy', loaded: true, text: expect.stringContaining('Push it.') },
    },
  )
  expect(await called(client, 'load_skill', { name: 'minutes' })).toMatchObject({ isError: true })
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['skill://deploy'])
})

it('is hinted to an agent by its hook where no daemon runs, as long as its bytes are those that were approved', async () => {
  const { home, folder } = await furnished()
  const hinted = async (id: string) => {
    const event = { session_id: id, prompt_id: id, cwd: home.work, hook_event_name: 'UserPromptSubmit', prompt: SHOP }
    return (await home.run(['hook', 'claude-code', 'UserPromptSubmit'], { stdin: JSON.stringify(event) })).stdout
  }
  expect(await hinted('a')).toContain('Push it.')
  writeFileSync(join(folder, 'deploy', 'SKILL.md'), skillMd('deploy', 'Deploys the web shop to staging.', 'Push all.'))
  expect(await hinted('b')).toBe('')
})
