import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** How tests run, whichever they are. */
export const running: ViteUserConfig['test'] = {
  root: new URL('..', import.meta.url).pathname,
  pool: 'forks',
  // A test that hangs is ended; one that a busy machine slows down is not.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A test in which nothing was expected cannot fail.
  expect: { requireAssertions: true },
  // Two more than two cores: many tests wait for processes that they started. A fourth took a tenth of the time (measured).
  maxWorkers: 4,
  // Modules keep no state, so that files share a process: loading them anew for each took a third of the time (measured).
  isolate: false,
  setupFiles: ['test/each-file.ts'],
  // The built program is loaded as its users load it, not taken apart and transformed again for every file.
  server: { deps: { external: [/\/dist\//] } },
}

/** What happens once, before all tests. */
export const globalSetup = ['test/surroundings.ts']

/** What takes long for what it shows: `npm run test:slow`, which CI runs after `npm test`. */
const SLOW = [
  'test/cli/readme-examples.test.ts',
  'test/faults/**/*.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/path/killed.test.ts',
  'test/path/random-lives.test.ts',
  'test/service/refused-moves.test.ts',
  'test/ui/browser.test.ts',
  'test/years/**/*.test.ts',
]

// A file that is named runs, whichever of the two it belongs to.
export default defineConfig({
  test: {
    ...running,
    globalSetup,
    projects: [
      { test: { ...running, name: 'suite', include: ['test/**/*.test.ts'], exclude: SLOW } },
      { test: { ...running, name: 'slow', include: SLOW } },
    ],
  },
})
