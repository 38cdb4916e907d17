import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { launchdUnit, systemdUnit, type Unit } from '../daemon/units.ts'
import { program } from '../platform/process.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import type { Controlled } from './daemon-peer.ts'

/** `daemon install`: the service files with which a system starts the daemon. */
export async function install({ report, json, config, dataDir }: Controlled): Promise<ExitCode> {
  const parts = {
    node: process.execPath,
    main: program.main,
    home: homedir(),
    // A service has little of the person's environment, so the folders of this invocation are named.
    env: { WAYLAND_CONFIG_DIR: dirname(config.configHome), WAYLAND_DATA_DIR: dataDir },
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

function tell(title: string, { file, text, commands }: Unit, report: Call['report']): void {
  report.line(`# ${title}: ${file}`)
  report.line(text)
  for (const command of commands) report.line(`# ${command}`)
}
