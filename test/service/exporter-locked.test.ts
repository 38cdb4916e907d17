import { expect, it } from 'vitest'
import { WaylandError } from '../../src/domain/errors.ts'
import { createExporter } from '../../src/service/catalogue/exporter.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { SKILL } from '../store/conformance/records.ts'

type Parts = Parameters<typeof createExporter>[0]

/** An exporter of two active skills whose store fails with this error at each copy, and how often it was asked. */
function failing(error: WaylandError) {
  const asked: string[] = []
  const skills: SkillRecord[] = ['one', 'two'].map((name) => ({
    ...{ ...SKILL, id: name, name },
    ...{ status: 'active', needsReview: false, altered: false },
  }))
  const exporter = createExporter({
    store: {
      folderLock: async <T>(work: () => Promise<T>) => await work(),
      exports: async () => [],
      versions: async (id: string) => {
        asked.push(id)
        throw error
      },
    } as unknown as Parts['store'],
    toolNames: { edition: async () => '' },
    catalogue: { syncHeld: async () => new Map(), all: async () => skills } as unknown as Parts['catalogue'],
    open: async () =>
      ({
        root: '/agent/skills',
        ...{ hasLeftovers: async () => false, list: async () => [], tidy: async () => {} },
      }) as unknown as Awaited<ReturnType<Parts['open']>>,
  } as unknown as Parts)
  const targets = [{ root: '/agent/skills', base: 'user', engines: ['claude-code'], alsoRead: [] }]
  return { asked, sync: async () => await exporter.sync(targets, ['user']) }
}

it('a database that another process holds ends the copying: each further copy would wait as long', async () => {
  const { asked, sync } = failing(new WaylandError('storage_locked', 'it is held'))
  await expect(sync()).rejects.toMatchObject({ code: 'storage_locked' })
  expect(asked).toEqual(['one'])
})

it('another fault is the result of the one copy', async () => {
  const { asked, sync } = failing(new WaylandError('storage_unavailable', 'no space left'))
  expect(await sync()).toMatchObject({ isDone: false, lines: [{ status: 'failed' }, { status: 'failed' }] })
  expect(asked).toEqual(['one', 'two'])
})
