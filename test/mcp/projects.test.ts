import { realpathSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Home, REVIEW, turn } from '../cli/command-line.ts'
import { called, connected, type Way } from './connections.ts'

const DRAFT = 'auto-branch-changes-review'

/** What a client sees of a home whose only skill was learned in a folder, and then promoted. */
async function seen(home: Home, folder: string, way: Way) {
  await home.learn([1, 2, 3].map((n) => turn(REVIEW, `p${n}`, { project_dir: folder })))
  await home.move(DRAFT, 'promote')
  const client = await connected(home, way)
  const { resources } = await client.listResources()
  const { prompts } = await client.listPrompts()
  const { value } = await called(client, 'list_skills')
  return {
    client,
    names: [resources, prompts, value?.skills as { name: string }[]].map((all) => all.map(({ name }) => name)),
  }
}

it('lists as resources, prompts and skills what belongs to the folder that the agent started the server in', async () => {
  const home = new Home()
  const { names } = await seen(home, realpathSync(home.work), ['stdio', 'auto'])
  expect(names).toEqual([[DRAFT], [DRAFT], [DRAFT]])
})

it('lists none of another project, which is given to who names it', async () => {
  const { client, names } = await seen(new Home(), '/somewhere/else', ['stdio', 'auto'])
  expect(names).toEqual([[], [], []])
  expect((await client.readResource({ uri: `skill://${DRAFT}` })).contents).toHaveLength(1)
  expect((await client.getPrompt({ name: DRAFT })).messages).toHaveLength(1)
})

it('lists as resources and prompts nothing of a project over HTTP, where no folder is known', async () => {
  const home = new Home()
  const { names } = await seen(home, realpathSync(home.work), ['http', 'auto'])
  expect(names.slice(0, 2)).toEqual([[], []])
})
