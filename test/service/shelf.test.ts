import { setImmediate as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import { createShelf, type ShelfParts } from '../../src/service/bank/shelf.ts'

it.each([
  ['tells of a look at the libraries that failed', false, ['the shared libraries were not looked through']],
  ['says nothing of a look that the end of the process broke off', true, []],
])('%s', async (_, isClosed, told) => {
  const warnings: string[] = []
  let look = () => {}
  const shelf = createShelf({
    folders: () => new Map([['/library', 'library']]),
    isThere: () => true,
    approvals: { stamp: () => 'a' },
    stampOf: () => 'changed',
    clock: { now: () => new Date(0) },
    store: {
      look: async () => ({ stamp: 'a before', rules: RULES_VERSION }),
      librarySkills: async () => Promise.reject(new Error('The database connection is not open')),
    },
    tell: (event: { what: string }) => warnings.push(event.what),
    later: (run: () => void) => {
      look = run
      return () => {}
    },
  } as unknown as ShelfParts)
  await shelf.refresh()
  look()
  if (isClosed) shelf.close()
  await pause()
  expect(warnings).toEqual(told)
})
