// Refuses imports that the floors do not allow, and cycles of imports, types included.
import { readdirSync, readFileSync } from 'node:fs'
import { cycleAmong, refusedImports } from './imports.ts'

const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const files = new Map(paths.sort().map((path) => [`src/${path}`, readFileSync(`src/${path}`, 'utf8')]))
const refused = [...files].flatMap(([path, text]) => refusedImports(path, text))
const cycle = cycleAmong(files)
if (cycle !== undefined) refused.push(`these import each other: ${cycle.join(' → ')}`)
for (const line of refused) console.error(line)
if (refused.length > 0) console.error('\nWhat each floor may import is in config/floors.ts.')
process.exitCode = refused.length === 0 ? 0 : 1
