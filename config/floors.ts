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
      'gray-matter',
      'jsonc-parser',
      'stopword',
      'diff',
      'unbash',
      'pure-rand',
      '@orama/stemmers',
      'stemmer',
      'croner',
    ],
  },

  // What a model is asked, and what of its answers is taken.
  'domain/learning': { imports: ['domain'], packages: ['node:crypto', 'zod'] },

  // What asks the operating system, one thing a file.
  platform: {
    imports: ['domain'],
    packages: [...FILES, 'node:child_process', 'node:crypto', 'node:http', 'node:net', 'node:util', 'node:v8'],
  },

  // First: ports, and one technology each.
  store: {
    imports: ['domain', 'platform/listed.ts', 'platform/process.ts', 'platform/own-folder.ts', 'store/sqlite'],
    packages: [...FILES, 'node:crypto', 'node:timers', 'node:util'],
  },
  'store/sqlite': {
    imports: ['domain', 'store'],
    packages: [
      ...FILES,
      'node:crypto',
      'node:module',
      'node:timers',
      'node:worker_threads',
      'better-sqlite3',
      'drizzle-orm',
    ],
  },
  transcript: { imports: ['domain'], packages: [...FILES, 'node:crypto'] },
  model: {
    imports: ['domain', 'platform/run-child.ts'],
    types: ['engines/headless.ts'],
    packages: [...FILES, 'node:crypto', 'node:os'],
  },
  // What tries a skill's text on a task with a program of the person.
  scorers: {
    imports: ['domain', 'platform/process.ts', 'platform/end-marked.ts', 'platform/run-child.ts'],
    types: ['engines/headless.ts', 'service/proof/scorer.ts'],
    packages: [...FILES, 'node:os'],
  },
  // What runs a skill with the person's agent at its time.
  firing: {
    imports: ['domain', 'platform/end-marked.ts', 'platform/run-child.ts'],
    types: ['engines/headless.ts', 'service/schedule/agent-runner.ts'],
    packages: FILES,
  },
  // Readers of text, Markdown, HTML, PDF and DOCX.
  documents: {
    imports: ['domain'],
    types: ['domain/learning'],
    packages: [...FILES, 'node:module', 'node:url', 'node:worker_threads', 'htmlparser2', 'markdown-it', 'yauzl'],
  },
  scanner: { types: ['domain'], packages: ['@secretlint'] },
  connect: {
    imports: [
      'domain',
      'platform/own-folder.ts',
      'store/folder-files.ts',
      'store/insist-inside.ts',
      'store/make-folder.ts',
      'store/replace-file.ts',
    ],
    packages: [...FILES, 'node:crypto', 'node:util', 'jsonc-parser', 'smol-toml'],
  },

  // One folder an agent: its reader, its hook, its settings. Beside them, what goes over all of them.
  engines: {
    imports: [
      'domain',
      'connect',
      'platform/own-folder.ts',
      'store/folder-files.ts',
      'store/insist-inside.ts',
      'store/make-folder.ts',
      'store/replace-file.ts',
      'transcript',
    ],
    types: ['model/language-model.ts'],
    // The driver reads the database of an agent.
    packages: [...FILES, 'node:crypto', 'node:module', 'node:util', 'better-sqlite3'],
  },

  // Second: one verb each, over the ports.
  service: { imports: ['domain', 'domain/learning'], types: ['store', 'model', 'transcript'], packages: ['node:path'] },

  // Options: what they are, and where their values come from.
  config: { imports: ['domain', 'engines/engines.ts', 'engines/folders.ts', 'platform'], packages: FILES },

  // Where the loop is put together, opened and closed.
  app: {
    imports: [
      'domain',
      'domain/learning',
      'config',
      'documents',
      'engines',
      'firing',
      'model',
      'platform',
      'scanner',
      'scorers',
      'service',
      'store',
      'store/sqlite',
    ],
    packages: [...FILES, 'node:crypto', 'node:timers', 'uuid'],
  },
  'index.ts': {
    imports: ['domain', 'app/open-skill-loop.ts', 'app/skill-index.ts'],
    types: ['app', 'engines/engines.ts', 'model'],
  },

  // Top: surfaces over the loop.
  mcp: {
    imports: ['domain', 'platform', 'engines/engines.ts'],
    types: ['app/skill-loop.ts'],
    packages: ['node:crypto', 'node:http', 'node:net', '@modelcontextprotocol', 'zod'],
  },
  ui: {
    imports: ['domain', 'platform', 'config/options.ts'],
    types: ['app/skill-loop.ts', 'config'],
    packages: [
      ...FILES,
      'node:buffer',
      'node:crypto',
      'node:http',
      'node:net',
      'node:timers',
      '@hono/node-server',
      'diff',
      'hono',
      'markdown-it',
    ],
  },
  'ui/browser': {},
  proxy: {
    imports: ['domain', 'platform', 'engines/engines.ts', 'transcript/reader.ts'],
    types: ['app/skill-loop.ts', 'config', 'service/offers/conversing.ts'],
    packages: [
      ...FILES,
      'node:crypto',
      'node:http',
      'node:https',
      'node:net',
      'node:stream',
      'node:timers',
      'node:util',
      'node:zlib',
    ],
  },
  // The page of a team's server.
  'team/page': {
    imports: ['team', 'domain', 'platform', 'ui'],
    packages: ['node:buffer', 'node:crypto', 'drizzle-orm', 'hono', 'zod'],
  },
  // Skills of many people: the server over Postgres, and what a machine asks it.
  team: {
    imports: ['domain', 'platform', 'store/make-folder.ts', 'store/replace-file.ts', 'team/page'],
    types: ['app/skill-loop.ts', 'service/team/team-skills.ts'],
    packages: [
      ...FILES,
      'node:crypto',
      'node:http',
      'node:net',
      'node:os',
      'node:timers',
      'node:util',
      '@electric-sql/pglite',
      '@hono/node-server',
      '@modelcontextprotocol',
      'drizzle-orm',
      'hono',
      'openid-client',
      'postgres',
      'rate-limiter-flexible',
      'zod',
    ],
  },
  // What the hook of a prompt starts from: it has the hook and its loop loaded.
  'daemon/snapshot': {
    imports: ['platform', 'app/open-skill-loop.ts', 'engines/engines.ts', 'store/sqlite/driver.ts'],
    types: ['daemon/hook.ts', 'daemon/direct.ts'],
    packages: [
      ...FILES,
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:module',
      'node:os',
      'node:stream',
      'node:v8',
    ],
  },
  daemon: {
    imports: [
      'daemon/snapshot/place.ts',
      'domain',
      'platform',
      'config',
      'proxy',
      'connect/shell-word.ts',
      'engines/engines.ts',
      'app/open-skill-loop.ts',
      'app/storage.ts',
      'team',
      'transcript',
    ],
    types: ['app/skill-loop.ts'],
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
      ...['domain', 'platform', 'cli/commands', 'config', 'connect', 'engines', 'daemon', 'team'],
      ...['app/open-skill-loop.ts', 'app/storage.ts'],
    ],
    types: ['app/skill-loop.ts'],
    packages: [
      ...FILES,
      'node:child_process',
      'node:crypto',
      'node:os',
      'node:readline',
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
      'domain/learning',
      'app/backup.ts',
      'platform',
      'cli',
      'config',
      'connect',
      'engines',
      'mcp',
      'proxy',
      'ui',
      'team',
      'app/storage.ts',
    ],
    types: ['app/skill-loop.ts'],
    packages: [...FILES, 'node:crypto', 'node:os', 'node:readline', 'diff'],
  },
}
