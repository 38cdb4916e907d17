import { expect, it } from 'vitest'
import { connectableEngine } from '../../src/engines/engines.ts'
import { engineFolders } from '../../src/engines/folders.ts'
import { standingOf } from '../../src/engines/standing.ts'
import { settingsOf } from './loaded.ts'

it.each([
  ['copilot', '1.0.63', '1.0.71', 'records, and shows its model no hint', 'Update GitHub Copilot CLI'],
  [
    'opencode',
    '1.1.65',
    '1.2.1',
    'may end "opencode run" before it is recorded, and keeps nothing to import',
    'Update OpenCode',
  ],
  ['pi', '0.52.12', '0.54.0', 'records, and reads no skills from ~/.agents/skills', 'Update pi'],
] as const)('what %s %s does without is named, also where a turn of it came', (name, old, since, lack, fix) => {
  const place = { scope: 'user', folders: engineFolders('/home/ann', {}) } as const
  const look = { state: 'current', commands: [] } as const
  const of = (version: string) =>
    standingOf({ engine: connectableEngine(name), agent: settingsOf(name), place, texts: {}, look, version })
  expect(of(old)).toEqual({
    state: 'note',
    found: `connected; version ${old} ${lack}, as ${since} and later ones do`,
    fix,
  })
  expect(of(since)).toBeUndefined()
  expect(of('1000.1')?.endsWithTurn).toBe(true)
})
