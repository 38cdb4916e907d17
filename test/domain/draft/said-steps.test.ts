import { expect, it } from 'vitest'
import { saidSteps } from '../../../src/domain/draft/said-steps.ts'

it.each<[number, string]>([
  [0, 'Run `npm test`'],
  [0, '## Steps\n1. Read `<file>`\n2. Edit each `<file>`\n'],
  [1, '## Steps\n1. Run `git checkout -b chore/<name>` for each `<name>` [2/3]\n\n## Verify\n- `npm test` exits 0\n'],
  [3, '## Steps\n1. Read `a.ts`, `b.ts`\n2. Call `get_order(<id>)`\n'],
  [1, '## Steps\n1. Run\n   ```\n   git commit -m <message>\n   # done\n   ```\n'],
])('%i steps are more than placeholders', (count, body) => expect(saidSteps(body)).toBe(count))
