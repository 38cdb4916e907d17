import { expect, it } from 'vitest'
import { Home } from '../service/home.ts'

it('a loop is no JSON that reaches into its services, and says in words what a call lacks', async () => {
  const loop = await new Home().open()
  expect(JSON.stringify(loop)).toContain('"config"')
  await expect(loop.ingest(...([] as unknown as Parameters<typeof loop.ingest>))).rejects.toThrow(
    'ingest takes a list of messages',
  )
  await expect(loop.reward({} as never, 'success')).rejects.toMatchObject({ code: 'not_found' })
})
