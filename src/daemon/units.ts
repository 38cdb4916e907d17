import { shellWord } from '../connect/shell-word.ts'

/** A service definition that makes the system start the daemon. */
export interface Unit {
  /** The path to install it at. */
  readonly file: string
  readonly text: string
  /** Commands that enable it. */
  readonly commands: readonly string[]
}

export interface UnitParts {
  readonly node: string
  readonly main: string
  readonly home: string
  /** Variables that the daemon needs to find the same folders. */
  readonly env: Readonly<Record<string, string>>
}

export const systemdUnit = ({ node, main, home, env }: UnitParts): Unit => ({
  file: `${home}/.config/systemd/user/wayland-core.service`,
  text: `[Unit]
Description=wayland-core: learning loop for coding agents

[Service]
ExecStart=${systemdProgram(node)} ${systemdArgument(main)} daemon run
${Object.entries(env)
  .map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}\n`)
  .join('')}Restart=on-failure
RestartPreventExitStatus=3

[Install]
WantedBy=default.target
`,
  commands: ['systemctl --user daemon-reload', 'systemctl --user enable --now wayland-core.service'],
})

/** A property list of launchd. */
export const launchdUnit = ({ node, main, home, env }: UnitParts): Unit => {
  const file = `${home}/Library/LaunchAgents/wayland-core.plist`
  const strings = [node, main, 'daemon', 'run'].map((word) => `    <string>${xml(word)}</string>`).join('\n')
  const variables = Object.entries(env)
    .map(([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>`)
    .join('\n')
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>wayland-core</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
${variables === '' ? '' : `  <key>EnvironmentVariables</key>\n  <dict>\n${variables}\n  </dict>\n`}  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
`,
    commands: [`launchctl load -w ${shellWord(file, 'darwin')}`],
  }
}

/** systemd cannot start a program whose path holds a quote or a backslash: a shell starts it then. */
const systemdProgram = (path: string): string =>
  /["'\\]/.test(path) ? `/usr/bin/env ${systemdArgument(path)}` : systemdWord(path)

/** A quoted word, with systemd's `%` doubled; `$` is literal in a program's path and in a variable. */
const systemdWord = (word: string): string => `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`
/** A quoted word in which `$`, which begins a variable in an argument, is doubled. */
const systemdArgument = (word: string): string => systemdWord(word).replaceAll('$', '$$$$')

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
