import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Place } from '../../../src/connect/agent-settings.ts'
import { engineFolders } from '../../../src/engines/folders.ts'
import { install, uninstall } from '../../../src/engines/installer.ts'
import { openJournal } from '../../../src/engines/journal.ts'
import { settingsOf } from '../../engines/loaded.ts'
import type { Home, PersonalFiles } from '../home.ts'
import type { Scenario } from '../scenario.ts'

const PROGRAM = { node: '/usr/bin/node', main: '/opt/my tools/cli/main.js', platform: 'linux' } as const

const CLAUDE = `{
  // the model that I like
  "model": "opus", /* not the other */
  "permissions": { "allow": ["Bash(npm test)"], },
  "hooks": {
    // mine
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
  },
}
`
const CODEX_HOOKS = '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}'
const CODEX_CONFIG = `# how I like it
model = "o3"   # for now

[mcp_servers."my server"]
command = 'run "it"'
`

const folders = ({ root, claude, codex }: Home) =>
  engineFolders(root, { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex, XDG_CONFIG_HOME: join(root, 'xdg') })

/** Each file of settings by its engine, as a person has it. */
const SETTINGS: Readonly<Record<'claude-code' | 'codex' | 'opencode', (home: Home) => Record<string, string>>> = {
  'claude-code': ({ root }) => ({ [join(root, 'dotfiles', 'claude.json')]: CLAUDE }),
  codex: ({ codex }) => ({ [join(codex, 'hooks.json')]: CODEX_HOOKS, [join(codex, 'config.toml')]: CODEX_CONFIG }),
  opencode: () => ({}),
}

type Named = keyof typeof SETTINGS

const partsOf = (home: Home, engine: string) => {
  const place: Place = { scope: 'user', folders: folders(home) }
  return { engine: settingsOf(engine), place, program: PROGRAM, journal: openJournal(home.data), dryRun: false }
}

const connected = async (home: Home, engine: Named) => await install(partsOf(home, engine))
const disconnected = async (home: Home, engine: Named) => await uninstall(partsOf(home, engine))

function writeSettings(home: Home, engine: Named): PersonalFiles {
  const files = Object.entries(SETTINGS[engine](home)).map(([file, text]): [string, Buffer] => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return [file, Buffer.from(text)]
  })
  if (engine === 'claude-code') {
    mkdirSync(home.claude, { recursive: true })
    symlinkSync('../../dotfiles/claude.json', join(home.claude, 'settings.json'))
  }
  return new Map(files)
}

/** Files that an engine's settings lie in, and the link to one. */
const filesOf = (home: Home, engine: Named): readonly string[] => [
  ...Object.keys(SETTINGS[engine](home)),
  ...Object.values(settingsOf(engine).files({ scope: 'user', folders: folders(home) })),
]

/** After everything: taken out again, the settings are byte for byte what a person wrote. */
async function comesBack(home: Home, engine: Named): Promise<readonly string[]> {
  await disconnected(home, engine)
  return Object.entries(SETTINGS[engine](home)).flatMap(([file, text]) =>
    readFileSync(file, 'utf8') === text ? [] : [`uninstall does not bring back ${file}`],
  )
}

const connection = (name: string, engine: Named, isInstall: boolean): Scenario => ({
  name,
  async prepare(home) {
    const written = writeSettings(home, engine)
    if (!isInstall) await connected(home, engine)
    return written
  },
  act: (home) => (isInstall ? connected(home, engine) : disconnected(home, engine)),
  theirs: (home) => filesOf(home, engine),
  last: (home) => comesBack(home, engine),
  // The note, and one file of settings after the other; each is whole.
  several: true,
})

/** Our hooks in the settings of a person's agents. */
export const CONNECTIONS: readonly Scenario[] = [
  connection('install through a link', 'claude-code', true),
  connection('uninstall through a link', 'claude-code', false),
  connection('install in two files', 'codex', true),
  connection('uninstall from two files', 'codex', false),
  connection('install a plugin', 'opencode', true),
  connection('uninstall a plugin', 'opencode', false),
]
