import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FLOORS } from '../config/floors.ts'
import { cycleAmong, floorOf, refusedImports } from '../config/imports.ts'

const ROOT = join(import.meta.dirname, '..')
const PATHS = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => `src/${path}`)

/** Imports that somebody in a hurry would write. */
const PLANTED: readonly (readonly [path: string, text: string])[] = [
  ['src/domain/bandit.ts', "import { readFileSync } from 'node:fs'"],
  ['src/domain/bandit.ts', "import Database from 'better-sqlite3'"],
  ['src/domain/draft/compose.ts', "import type { Store } from '../../store/store.ts'"],
  ['src/domain/redact.ts', "import { readConfig } from '../config/config.ts'"],
  ['src/store/verdict-files.ts', "import { createDrafter } from '../service/drafter.ts'"],
  ['src/store/verdict-files.ts', "import { readHook } from '../engines/engines.ts'"],
  ['src/store/sqlite/turns.ts', "import { readConfig } from '../../config/config.ts'"],
  ['src/store/replacing.ts', "import Database from 'better-sqlite3'"],
  ['src/engines/codex/reader.ts', "import type { Store } from '../../store/store.ts'"],
  ['src/model/endpoint.ts', "import { request } from 'node:http'"],
  ['src/scanner/scanner.ts', "import { readFileSync } from 'node:fs'"],
  ['src/engines/codex/settings.ts', "import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'"],
  ['src/service/drafts/drafter.ts', "import { writeFileSync } from 'node:fs'"],
  ['src/service/drafts/drafter.ts', "import { drizzle } from 'drizzle-orm/better-sqlite3'"],
  ['src/service/offers/router.ts', "import { openSkillFolder } from '../../store/skill-folder.ts'"],
  ['src/service/offers/router.ts', "const late = async () => await import('../../store/sqlite/sqlite-store.ts')"],
  ['src/app/open-skill-loop.ts', "import { runDaemon } from '../daemon/daemon.ts'"],
  ['src/config/config.ts', "import type { SkillLoop } from '../app/skill-loop.ts'"],
  ['src/daemon/daemon.ts', "import type { Store } from '../store/store.ts'"],
  ['src/mcp/server.ts', "import { runDaemon } from '../daemon/daemon.ts'"],
  ['src/cli/help.ts', "export { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'"],
  ['src/index.ts', "export type { Store } from './store/store.ts'"],
  ['src/new-thing/file.ts', "import type { Skill } from '../domain/skill.ts'"],
]

it.each(PLANTED)('%s may not say: %s', (path, text) => expect(refusedImports(path, text)).toHaveLength(1))

it('lets types pass where values may not', () => {
  expect(refusedImports('src/service/offers/router.ts', "import type { Store } from '../../store/store.ts'")).toEqual(
    [],
  )
  expect(
    refusedImports('src/service/offers/router.ts', "import { type Store, open } from '../../store/store.ts'"),
  ).toHaveLength(1)
})

it('sees a cycle, also one of types alone', () => {
  const files = new Map([
    ['src/domain/a.ts', "import { b } from './b.ts'"],
    ['src/domain/b.ts', "export type { C } from './c.ts'"],
    ['src/domain/c.ts', "import type { A } from './a.ts'"],
  ])
  expect(cycleAmong(files)).toEqual(['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts', 'src/domain/a.ts'])
  files.delete('src/domain/c.ts')
  expect(cycleAmong(files)).toBeUndefined()
})

it('has a floor for every file, and no floor without one', () => {
  expect(new Set(PATHS.map(floorOf))).toEqual(new Set(Object.keys(FLOORS)))
})

it('names nothing that is not there', () => {
  const named = Object.values(FLOORS).flatMap(({ imports = [], types = [] }) => [...imports, ...types])
  const paths = new Set(PATHS.map((path) => path.slice(4)))
  expect(named.filter((name) => !(name in FLOORS) && !paths.has(name))).toEqual([])
})

it('holds for the sources as they are', () => {
  const files = new Map(PATHS.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  expect([...files].flatMap(([path, text]) => refusedImports(path, text))).toEqual([])
  expect(cycleAmong(files)).toBeUndefined()
})

it('has no file of more than 300 lines, tests included', () => {
  const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('fixtures'))
    .map((path) => `test/${path}`)
  const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1
  expect([...PATHS, ...tests].filter((path) => linesOf(path) > 300)).toEqual([])
})
