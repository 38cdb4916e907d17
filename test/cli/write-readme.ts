import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageText, ROOT } from './readme-pages.ts'
import { marked, PARTS } from './readme-parts.ts'

// Writes the parts of the README and its pages that follow from the source.
for (const part of PARTS) {
  const between = new RegExp(`<!-- ${part.name} -->[\\s\\S]*<!-- /${part.name} -->`)
  const before = pageText(part.page)
  if (!between.test(before)) throw new Error(`${part.page} has no place for the part "${part.name}"`)
  writeFileSync(
    join(ROOT, part.page),
    before.replace(between, () => marked(part)),
  )
}
