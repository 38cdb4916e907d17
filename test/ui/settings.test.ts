import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { Home } from '../service/home.ts'
import { Client, readText } from './page-client.ts'

it('shows each option with its value and where that is from, and what changes it', async () => {
  const loop = await new Home().open({ settings: { 'bucket.threshold': 4 }, env: { WAYLAND_ROUTER_PRECISION: '0.6' } })
  const serving = await serveUi(loop, { port: 0, onError: console.error })
  onTestFinished(async () => await serving[Symbol.asyncDispose]())
  const client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  const shown = async () => readText((await client.ask('/settings')).text)
  const file = loop.upkeep.config.configFile

  const before = await shown()
  expect(before).toContain(`in the file ${file} , which is not there yet`)
  expect(before).toMatch(/bucket\.threshold : 4 [^.]*make a draft\. from --bucket-threshold, given to this command/)
  expect(before).toContain('Leave --bucket-threshold out')
  expect(before).toMatch(/router\.precision : 0\.6 [^.]*\. from the variable WAYLAND_ROUTER_PRECISION/)
  expect(before).toMatch(/retention\.maxMb : 1024 [^.]*\. default/)
  expect(before).toContain('{ "retention.maxMb": 1024 }')
  expect(before).toContain('Set the variable WAYLAND_CONFIG_DIR')

  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{ "retention.maxMb": 99 }')
  const after = await shown()
  expect(after).toContain('Changed since this page was started: retention.maxMb.')
  expect(after).toMatch(/retention\.maxMb : 1024 .*commands that start now use: 99/)

  writeFileSync(file, '{ "retention.mostMb": 99 }')
  expect(await shown()).toContain(`No command can start now: file ${file}: there is no option "retention.mostMb"`)
})
