import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { Home } from '../service/home.ts'
import { Client, readText } from './page-client.ts'

it('shows each option with its value and where that is from, and what changes it', async () => {
  const home = new Home()
  const loop = await home.open({ settings: { 'bucket.threshold': 4 }, env: { WAYLAND_DRAFT_PRIOR: '0.6' } })
  const serving = await serveUi(loop, { port: 0, onError: console.error })
  onTestFinished(async () => await serving[Symbol.asyncDispose]())
  const client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  const shown = async () => readText((await client.ask('/settings')).text)
  const file = loop.config.configFile

  const before = await shown()
  expect(before).toContain(`in the file ${file} , which is not there yet`)
  expect(before).toMatch(/bucket\.threshold : 4 [^.]*make a draft\. from --bucket-threshold, given to this command/)
  expect(before).toContain('Leave --bucket-threshold out')
  expect(before).toMatch(/draft\.prior : 0\.6 [^.]*\. from the variable WAYLAND_DRAFT_PRIOR/)
  expect(before).toMatch(/bucket\.max : 10000 [^.]*\. default/)
  expect(before).toContain('{ "bucket.max": 10000 }')
  expect(before).toContain('Set the variable WAYLAND_CONFIG_DIR')

  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{ "bucket.max": 99 }')
  const after = await shown()
  expect(after).toContain('Changed since this page was started: bucket.max.')
  expect(after).toMatch(/bucket\.max : 10000 .*commands that start now use: 99/)

  writeFileSync(file, '{ "bucket.most": 99 }')
  expect(await shown()).toContain(`No command can start now: file ${file}: there is no option "bucket.most"`)
})
