import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutated } from '../test/mutants/apply.ts'
import type { Mutant } from '../test/mutants/mutants.ts'
import { globalSetup, running } from './vitest.config.ts'

const root = join(import.meta.dirname, '..')
const mutant = JSON.parse(process.env.WAYLAND_MUTANT ?? 'null') as Mutant | null

// The tests of one mutant: its file is changed on the way into the test, and nowhere else.
export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (source, id) =>
        mutant !== null && id.split('?')[0] === join(root, mutant.file) ? mutated(mutant, source) : undefined,
    },
  ],
  test: { ...running, globalSetup, include: ['test/**/*.test.ts'], bail: 1, maxWorkers: 1 },
})
