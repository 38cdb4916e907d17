import { expect, it } from 'vitest'
import { connectableEngine } from '../../src/engines/engines.ts'
import { engineFolders } from '../../src/engines/folders.ts'
import { standingOf } from '../../src/engines/standing.ts'
import { settingsOf } from './loaded.ts'

it('a Copilot CLI that shows its model no hint is named, also where a turn of it came', () => {
  const place = { scope: 'user', folders: engineFolders('/home/ann', {}) } as const
  const look = { state: 'current', commands: [] } as const
  const of = (version: string) =>
    standingOf({ engine: connectableEngine('copilot'), agent: settingsOf('copilot'), place, texts: {}, look, version })
  expect(of('1.0.63')).toEqual({
    state: 'note',
    found: 'connected; version 1.0.63 records, and shows its model no hint, as 1.0.71 and later ones do',
    fix: 'Update GitHub Copilot CLI',
  })
  expect(of('1.0.71')).toBeUndefined()
  expect(of('1000.1')?.endsWithTurn).toBe(true)
})
