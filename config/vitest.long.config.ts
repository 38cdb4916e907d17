import { defineConfig } from 'vitest/config'
import { globalSetup, running } from './vitest.config.ts'

// What `npm test` does a little of, at length.
export default defineConfig({
  test: {
    ...running,
    globalSetup,
    include: [
      'test/cli/backup.test.ts',
      'test/domain/draft/compose.test.ts',
      'test/domain/draft/counts.test.ts',
      'test/domain/merge/skill-md.property.test.ts',
      'test/domain/propensity.test.ts',
      'test/domain/routing/choice.test.ts',
      'test/domain/skill.test.ts',
      'test/path/killed.test.ts',
      'test/path/random-lives.test.ts',
      'test/path/reviews.test.ts',
      'test/path/together.test.ts',
      'test/planted/worth.test.ts',
      'test/service/firing-year.test.ts',
      'test/service/import-order.test.ts',
      'test/service/refused-moves.test.ts',
      'test/store/sqlite/migrate.test.ts',
      'test/ui/browser.test.ts',
    ],
    env: { WAYLAND_TEST_LONG: '1' },
    testTimeout: 3_600_000,
  },
})
