import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { Home, skillMd } from './home.ts'

// What changed within two seconds is read once more: a machine's speed would decide of which files that is said.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 }))
afterAll(() => void vi.useRealTimers())
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const FEW = 30
const MORE = 60

async function library(size: number): Promise<SkillLoop> {
  const home = new Home()
  for (let n = 0; n < size; n++) home.write(`skill-${n}`, skillMd(`skill-${n}`, `Task number ${n} of many.`))
  await (await home.open())[Symbol.asyncDispose]()
  return await home.open({ brief: true })
}

/** How often statements run and folders are listed while something is done. */
async function counted(work: () => Promise<unknown>) {
  let statements = 0
  const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Sqlite.Statement
  for (const name of ['all', 'get', 'run', 'iterate'] as const) {
    const original = statement[name]
    vi.spyOn(statement, name).mockImplementation(function (this: Sqlite.Statement, ...given: unknown[]) {
      statements++
      return original.apply(this, given) as never
    })
  }
  const listings = vi.spyOn(fs, 'readdirSync')
  syncBuiltinESMExports()
  await work()
  const found = { statements, listings: listings.mock.calls.length }
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  return found
}

/** What each further skill costs; what a process does once, or not, is less than one for each. */
async function eachMore(work: (loop: SkillLoop) => Promise<unknown>) {
  const [few, more] = [await library(FEW), await library(MORE)]
  const [one, other] = [await counted(async () => await work(few)), await counted(async () => await work(more))]
  return {
    statements: Math.abs(Math.round((other.statements - one.statements) / (MORE - FEW))),
    listings: Math.round((other.listings - one.listings) / (MORE - FEW)),
  }
}

it('lists skills with as many statements as there are kinds of rows, and with one look at each folder', async () => {
  expect(await eachMore(async (loop) => await loop.review.skills())).toEqual({ statements: 0, listings: 1 })
})

it('tells of all versions and all ledger lines with no look at a folder', async () => {
  const all = async (loop: SkillLoop) => [
    await loop.review.allVersions(),
    await loop.review.history(),
    await loop.review.revocations(),
  ]
  expect(await eachMore(all)).toEqual({ statements: 0, listings: 0 })
})

it('checks in short with one look at each folder', async () => {
  expect(await eachMore(async (loop) => await loop.upkeep.check({ quick: true }))).toEqual({
    statements: 0,
    listings: 1,
  })
})

it('checks at length with the files of each skill read once, from the folder and from the database', async () => {
  // The files of a hundred skills come with one statement. Listings: at the look, and to read the files.
  expect(await eachMore(async (loop) => await loop.upkeep.check())).toEqual({ statements: 0, listings: 2 })
})

it('audits with the files of each skill read once, and its verdict', async () => {
  // Statements: whether the schema is still known, the verdict, what the folder holds, and how many rows this process has
  // written so far, which reads no page. Listings as for a check.
  expect(await eachMore(async (loop) => await loop.review.audit())).toEqual({ statements: 4, listings: 2 })
})
