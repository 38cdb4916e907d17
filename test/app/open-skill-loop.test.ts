import { expect, it } from 'vitest'
import { openSkillLoop, type SkillLoopOptions } from '../../src/index.ts'
import { Home } from '../service/home.ts'

it('a loop is no JSON that reaches into its services, and says in words what a call lacks', async () => {
  const loop = await new Home().open()
  expect(JSON.stringify(loop)).toContain('"config"')
  await expect(loop.ingest(...([] as unknown as Parameters<typeof loop.ingest>))).rejects.toThrow(
    'ingest takes a list of messages',
  )
  await expect(loop.reward({} as never, 'success')).rejects.toMatchObject({ code: 'not_found' })
  await expect(loop.bank.import(undefined as never)).rejects.toMatchObject({ code: 'bad_usage' })
})

it('an option that there is not is refused, where it would have opened the usual home instead of the one meant', async () => {
  const wrong = { dataDir: new Home().root } as SkillLoopOptions
  await expect(openSkillLoop(wrong)).rejects.toThrow('openSkillLoop has no option "dataDir"')
  await expect(openSkillLoop(null as never)).rejects.toThrow('openSkillLoop takes an object of options, not null')
})
