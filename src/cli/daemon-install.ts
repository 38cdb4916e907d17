import { homedir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { launchdUnit, systemdUnit, type Unit } from '../daemon/units.ts'
import { WaylandError } from '../domain/errors.ts'
import { program } from '../process.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import type { Controlled } from './daemon-peer.ts'

/** `daemon install --print`: the files by which a system starts the daemon itself. */
export async function install({ report, flags, settings, json }: Controlled): Promise<ExitCode> {
  if (flags.print !== true)
    throw new WaylandError('bad_usage', 'daemon install only prints what to install', {
      hint: 'wayland-core daemon install --print',
    })
  const parts = {
    node: process.execPath,
    main: join(program.root, 'dist', 'cli', 'main.js'),
    home: homedir(),
    env: environmentOf(settings),
  }
  const units = { systemd: systemdUnit(parts), launchd: launchdUnit(parts) }
  if (json) report.json(units)
  else {
    tell('systemd (Linux)', units.systemd, report)
    report.line()
    tell('launchd (macOS)', units.launchd, report)
  }
  return EXIT.done
}

/** The folders of this invocation as variables, so that the service finds the same ones. */
function environmentOf(given: Controlled['settings']): Record<string, string> {
  const { settings } = readConfig({ given })
  const named = { WAYLAND_CONFIG_DIR: settings['config.dir'], WAYLAND_DATA_DIR: settings['data.dir'] }
  return Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== null))
}

function tell(title: string, { file, text, commands }: Unit, report: Call['report']): void {
  report.line(`# ${title}: ${file}`)
  report.line(text)
  for (const command of commands) report.line(`# ${command}`)
}
