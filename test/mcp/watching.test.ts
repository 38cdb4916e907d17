import { expect, it } from 'vitest'
import { Home, REVIEW, turn } from '../cli/command-line.ts'
import { called, connected } from './connections.ts'

const NAME = 'auto-branch-changes-review'

it('a draft that waits for evidence is in no list of a client, and given to none, until the user promotes it', async () => {
  const home = new Home()
  const turns = ['terraform plan', 'pdftotext a.pdf', 'ffmpeg -i in.mov out.mp4'].map((command, n) =>
    turn(REVIEW, `w${n}`, { tool_calls: [{ name: 'Bash', input: { command }, ok: true }] }),
  )
  await home.learn(turns)
  const client = await connected(home, ['stdio', 'auto'])
  expect((await client.listResources()).resources).toEqual([])
  expect((await client.listPrompts()).prompts).toEqual([])
  expect((await called(client, 'find_skill', { task: REVIEW })).value).toMatchObject({ pick: null })
  expect((await called(client, 'list_drafts', {})).value).toEqual({ drafts: [] })
  for (const name of [NAME, `/${NAME}`])
    expect((await called(client, 'load_skill', { name })).text).toContain('it is not offered until')
  await expect(client.readResource({ uri: `skill://${NAME}` })).rejects.toThrow(/there is no skill/)
  await home.move(NAME, 'promote')
  expect((await client.listResources()).resources.map(({ name }) => name)).toEqual([NAME])
})
