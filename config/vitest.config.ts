import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** How tests run, whichever they are. */
export const running: ViteUserConfig['test'] = {
  root: new URL('..', import.meta.url).pathname,
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A test in which nothing was expected cannot fail.
  expect: { requireAssertions: true },
  // Real processes share two cores with the tests that start them.
  maxWorkers: 2,
  // The built program is loaded as its users load it, not taken apart and transformed again for every file.
  server: { deps: { external: [/\/dist\//] } },
}

/** What happens once, before all tests. */
export const globalSetup = ['test/folder-in-memory.ts']

/** Tests of what keeps no state: they share a process, and the modules in it are loaded once. */
const PURE = ['test/domain/**/*.test.ts', 'test/transcript/**/*.test.ts']

export default defineConfig({
  test: {
    ...running,
    globalSetup,
    projects: [
      { test: { ...running, name: 'pure', include: PURE, isolate: false, setupFiles: ['test/fixed-seed.ts'] } },
      { test: { ...running, name: 'world', include: ['test/**/*.test.ts'], exclude: PURE } },
    ],
  },
})
