import { expect, test } from 'vitest'
import { code } from '../../../src/domain/draft/quote.ts'

test('a redirection that is shown stays a redirection, and a tag is broken up', () => {
  expect(code('npm test 2>&1 | tail -5')).toBe('`npm test 2>&1 | tail -5`')
  expect(code('cat <script>alert(1)</script>')).toBe('`cat ‹script>alert(1)‹/script>`')
})
