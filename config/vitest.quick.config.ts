import { defineConfig } from 'vitest/config'
import { running } from './vitest.config.ts'

// While one writes: what needs no build, no database and no program of its own, without long simulations.
export default defineConfig({
  test: {
    ...running,
    include: ['domain', 'config', 'platform', 'transcript', 'scanner', 'engines/*'].map(
      (folder) => `test/${folder}/**/*.test.ts`,
    ),
    exclude: [
      'test/domain/draft/compose.test.ts',
      'test/domain/lift/**',
      'test/domain/merge/*survive*',
      'test/domain/merge/*property*',
      'test/domain/propensity.test.ts',
      'test/domain/retrieval/in-pieces.test.ts',
      'test/domain/retrieval/skill-index.test.ts',
      'test/domain/routing/choice.test.ts',
      'test/domain/skill.test.ts',
    ],
  },
})
