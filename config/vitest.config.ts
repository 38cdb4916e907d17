import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** How tests run, whichever they are. */
export const running: ViteUserConfig['test'] = {
  root: new URL('..', import.meta.url).pathname,
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A test in which nothing was expected cannot fail.
  expect: { requireAssertions: true },
  // Two more than two cores: many tests wait for processes that they started. A fourth took a tenth of the time (measured).
  maxWorkers: 4,
  // Modules keep no state, so that files share a process: loading them anew for each took a third of the time (measured).
  isolate: false,
  setupFiles: ['test/fixed-seed.ts'],
  // The built program is loaded as its users load it, not taken apart and transformed again for every file.
  server: { deps: { external: [/\/dist\//] } },
}

/** What happens once, before all tests. */
export const globalSetup = ['test/surroundings.ts']

export default defineConfig({ test: { ...running, globalSetup, include: ['test/**/*.test.ts'] } })
