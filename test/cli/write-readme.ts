import { readFileSync, writeFileSync } from 'node:fs'
import { PARTS } from './readme-parts.ts'

// Writes the parts of the README that follow from the source.
const file = new URL('../../README.md', import.meta.url)
let text = readFileSync(file, 'utf8')
for (const [name, part] of Object.entries(PARTS))
  text = text.replace(
    new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
    () => `<!-- ${name} -->\n${part}\n<!-- /${name} -->`,
  )
writeFileSync(file, text)
