/** What one folder or root file of `src` may import. What is not named is refused. */
export interface Floor {
  /** Folders of `src` that have a floor, or single files; a folder without a floor belongs to the one around it. */
  readonly imports?: readonly string[]
  /** The same, for types alone. */
  readonly types?: readonly string[]
  /** Packages and builtins of Node, by the beginning of their names. */
  readonly packages?: readonly string[]
}

const FILES = ['node:fs', 'node:path']

/** The floors of the house, from the ground up; each may import from itself. */
export const FLOORS: Readonly<Record<string, Floor>> = {
  // Ground: values and pure functions.
  domain: {
    packages: [
      'node:crypto',
      'node:buffer',
      'node:module',
      'any-ascii',
      'diff',
      'unbash',
      'pure-rand',
      '@orama/stemmers',
    ],
  },

  // What asks the operating system, one thing each.
  'absolute.ts': { packages: ['node:path'] },
  'alive.ts': {},
  'process.ts': { packages: FILES },
  'own-folder.ts': { packages: ['node:fs'] },
  'loopback-server.ts': { packages: ['node:http', 'node:net'] },
  'bearer-token.ts': { imports: ['domain', 'own-folder.ts'], packages: ['node:crypto', 'node:fs'] },

  // First: ports, and one technology each.
  store: { imports: ['domain', 'alive.ts', 'store/sqlite'], packages: [...FILES, 'node:crypto', 'node:timers'] },
  'store/sqlite': {
    imports: ['domain', 'store'],
    packages: [...FILES, 'node:crypto', 'node:module', 'node:timers', 'better-sqlite3', 'drizzle-orm'],
  },
  'store/memory': { imports: ['domain', 'store'] },
  transcript: { imports: ['domain'], packages: [...FILES, 'node:crypto'] },
  model: { imports: ['domain'], packages: ['node:module', '@energetic-ai'] },
  scanner: { types: ['domain'], packages: ['@secretlint'] },
  connect: {
    imports: [
      'domain',
      'absolute.ts',
      'store/folder-files.ts',
      'store/insist-inside.ts',
      'store/make-folder.ts',
      'store/replace-file.ts',
    ],
    packages: [...FILES, 'node:crypto', 'node:util', 'jsonc-parser', 'smol-toml'],
  },

  // Second: one verb each, over the ports.
  service: { imports: ['domain'], types: ['store', 'model', 'transcript'], packages: ['node:path'] },

  // Settings.
  'settings.ts': { types: ['domain'] },
  'option-values.ts': { imports: ['domain'] },
  'options.ts': { imports: ['domain', 'option-values.ts'] },
  'config.ts': {
    imports: ['domain', 'absolute.ts', 'connect/folders.ts', 'options.ts'],
    types: ['settings.ts'],
    packages: FILES,
  },

  // Where the loop is put together.
  'skill-loop.ts': { types: ['domain', 'config.ts', 'model', 'service', 'store'] },
  'storage.ts': {
    imports: ['domain', 'own-folder.ts', 'process.ts', 'store', 'store/memory', 'store/sqlite'],
    types: ['config.ts'],
    packages: FILES,
  },
  'wiring.ts': {
    imports: ['domain', 'alive.ts', 'service', 'store', 'wiring'],
    types: ['config.ts', 'skill-loop.ts'],
    packages: ['node:path', 'node:timers'],
  },
  wiring: {
    imports: ['domain', 'alive.ts', 'connect', 'model', 'scanner', 'service', 'store', 'transcript'],
    types: ['config.ts', 'settings.ts', 'skill-loop.ts'],
    packages: [...FILES, 'node:crypto', 'uuid'],
  },
  'open-skill-loop.ts': {
    imports: ['domain', 'config.ts', 'storage.ts', 'wiring.ts'],
    types: ['service/clock.ts', 'skill-loop.ts'],
    packages: ['node:crypto'],
  },
  'index.ts': { imports: ['domain', 'open-skill-loop.ts'], types: ['model', 'skill-loop.ts'] },
  'rehearsal.ts': { imports: ['domain', 'store/sqlite'], types: ['config.ts'], packages: FILES },
  'backup.ts': {
    imports: ['domain', 'alive.ts', 'process.ts', 'storage.ts', 'store', 'store/sqlite'],
    types: ['config.ts'],
    packages: [...FILES, 'node:crypto'],
  },

  // Top: surfaces over the loop.
  mcp: {
    imports: ['domain', 'loopback-server.ts', 'process.ts'],
    types: ['skill-loop.ts'],
    packages: ['node:crypto', 'node:http', 'node:net', '@modelcontextprotocol', 'zod'],
  },
  daemon: {
    imports: [
      'domain',
      'alive.ts',
      'bearer-token.ts',
      'config.ts',
      'connect/shell-word.ts',
      'loopback-server.ts',
      'open-skill-loop.ts',
      'options.ts',
      'own-folder.ts',
      'storage.ts',
      'transcript',
    ],
    types: ['skill-loop.ts'],
    packages: [
      ...FILES,
      'node:child_process',
      'node:crypto',
      'node:http',
      'node:net',
      'node:timers',
      'node:worker_threads',
      'pino',
    ],
  },
  cli: {
    imports: [
      'domain',
      'alive.ts',
      'cli/commands',
      'config.ts',
      'connect',
      'daemon',
      'open-skill-loop.ts',
      'options.ts',
      'own-folder.ts',
      'process.ts',
      'transcript/read-hook.ts',
    ],
    types: ['settings.ts', 'skill-loop.ts'],
    packages: [
      ...FILES,
      'node:child_process',
      'node:os',
      'node:timers',
      'node:util',
      'node:vm',
      'diff',
      'get-east-asian-width',
      'pino',
    ],
  },
  'cli/commands': {
    imports: [
      'domain',
      'backup.ts',
      'bearer-token.ts',
      'cli',
      'config.ts',
      'connect',
      'mcp',
      'own-folder.ts',
      'process.ts',
      'rehearsal.ts',
      'storage.ts',
      'transcript/read-hook.ts',
    ],
    types: ['skill-loop.ts'],
    packages: [...FILES, 'node:crypto', 'node:os', 'node:readline', 'diff'],
  },
}
