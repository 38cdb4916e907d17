import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { launchdUnit, systemdUnit } from '../../src/daemon/units.ts'
import { scratch } from '../scratch.ts'

/** Letters that one format or the other would read as its own. */
const ODD = 'my $HOME 100% <&> é'
const QUOTED = `${ODD} "it's"`

const unitsIn = (home: string, folder = ODD) => {
  const parts = {
    node: join(home, folder, 'node'),
    main: join(home, folder, 'main.js'),
    home,
    env: { WAYLAND_DATA_DIR: join(home, folder) },
  }
  return { systemd: systemdUnit(parts), launchd: launchdUnit(parts) }
}

describe('a unit of systemd', () => {
  it('writes twice what systemd would replace where it would, and only there', () => {
    const start = (folder: string) => /ExecStart=(.*)/.exec(unitsIn('/h', folder).systemd.text)?.[1]
    const [once, twice] = ['/h/my $HOME 100%% <&> é', '/h/my $$HOME 100%% <&> é']
    expect(start(ODD)).toBe(`"${once}/node" "${twice}/main.js" daemon run`)
    expect(start(QUOTED)).toBe(String.raw`/usr/bin/env "${twice} \"it's\"/node" "${twice} \"it's\"/main.js" daemon run`)
    expect(unitsIn('/h').systemd.text).toContain(`\nEnvironment="WAYLAND_DATA_DIR=${once}"\n`)
  })

  const has = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!has).each([ODD, QUOTED])('is one that systemd can read, with a program that it finds, in %s', (folder) => {
    const home = scratch()
    mkdirSync(join(home, folder))
    symlinkSync(process.execPath, join(home, folder, 'node'))
    const file = join(home, 'wayland-core.service')
    writeFileSync(file, unitsIn(home, folder).systemd.text)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], {
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

it('a property list of launchd is XML, and its command one that a shell reads', () => {
  const { file, text, commands } = unitsIn('/h/a "b').launchd
  expect(text).toContain('<string>/h/a "b/my $HOME 100% &lt;&amp;&gt; é/node</string>')
  expect(file).toBe('/h/a "b/Library/LaunchAgents/wayland-core.plist')
  expect(commands).toEqual(['launchctl load -w "/h/a \\"b/Library/LaunchAgents/wayland-core.plist"'])
})
