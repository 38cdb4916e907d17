import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { finished } from '../../cli/command-line.ts'
import { AgentHome } from './hooks.ts'

/** Code that runs in a process before the program, and sends it a signal when it opens a file of that name. */
const signalAt = (file: string): string => `
  const fs = process.getBuiltinModule('fs')
  let sent = false
  for (const name of ['openSync', 'writeFileSync']) {
    const original = fs[name]
    fs[name] = (path, ...more) => {
      if (!sent && String(path).endsWith(${JSON.stringify(file)})) {
        sent = true
        process.kill(process.pid, 'SIGTERM')
      }
      return original(path, ...more)
    }
  }`

// One handler was exchanged for another while the signal waited for its turn in Node: it was nobody's.
it.each(['daemon.lock', 'daemon.log', 'wayland-core.db', 'daemon.json'])(
  'a daemon that is asked to end while it opens %s ends in order',
  async (file) => {
    const home = new AgentHome()
    const preload = `data:text/javascript,${encodeURIComponent(signalAt(file))}`
    const child = home.start(['daemon', 'run'], { env: { NODE_OPTIONS: `--import=${preload}` } })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await finished(child)).toMatchObject({ code: 0 })
    for (const left of ['daemon.json', 'daemon.sock']) expect(existsSync(join(home.data, left))).toBe(false)
    expect((await home.run(['daemon', 'status', '--json'])).json()).toMatchObject({ running: false })
  },
)
