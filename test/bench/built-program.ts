import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The built program and the environment to start it in, below a home of its own. Ends the benchmark in peace where nothing is built. */
export function builtProgram(bench: string, home: string) {
  const main = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')
  if (!existsSync(main)) {
    console.log(`${bench}: nothing is built; run "npm run build" first`)
    process.exit(0)
  }
  // Certificates of one's own are read at every start of Node, which would hide what is measured.
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env
  const env = {
    ...inherited,
    HOME: home,
    WAYLAND_CONFIG_DIR: join(home, 'config'),
    WAYLAND_DATA_DIR: join(home, 'data'),
    // A benchmark says itself when a process of its home begins.
    WAYLAND_DAEMON_AUTOSTART: 'off',
  }
  return { main, env }
}
