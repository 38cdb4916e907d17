import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

/** Code that runs in a process before the program, and writes down what it has the disk keep, and what it renames. */
const recorder = (file: string): string => `
  const fs = process.getBuiltinModule('fs')
  const { openSync, fsyncSync, renameSync, appendFileSync } = fs
  const paths = new Map()
  fs.openSync = (path, ...more) => {
    const handle = openSync(path, ...more)
    paths.set(handle, String(path))
    return handle
  }
  const say = (words) => appendFileSync(${JSON.stringify(file)}, words + '\\n')
  fs.fsyncSync = (handle) => {
    const path = paths.get(handle)
    fsyncSync(handle)
    say('flush ' + path)
  }
  fs.renameSync = (from, to) => {
    renameSync(from, to)
    say('name ' + to)
  }`

/** What the hook at the end of a turn did to the disk, in this order. */
async function written(durability: string): Promise<{ readonly home: AgentHome; readonly lines: readonly string[] }> {
  const home = new AgentHome()
  write(agent, home.root, review('s1'))
  const record = join(home.root, 'record')
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(recorder(record))}`,
    WAYLAND_STORAGE_DURABILITY: durability,
  }
  silent(await home.hook(agent, 'end', review('s1'), { env }))
  return { home, lines: existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [] }
}

it('an event that is put aside has reached the disk where that is asked for: its bytes, then its name', async () => {
  const { home, lines } = await written('full')
  const spool = join(home.data, 'spool')
  const [file = ''] = readdirSync(spool).filter((name) => name.endsWith('.json'))
  expect(lines).toEqual([
    expect.stringMatching(/^flush .*\/spool\/\.[\d-]+\.tmp$/),
    `name ${join(spool, file)}`,
    `flush ${spool}`,
    `flush ${home.data}`,
  ])
})

it('and waits for no disk otherwise', async () => {
  const { lines } = await written('normal')
  expect(lines).toEqual([expect.stringContaining('name ')])
})
