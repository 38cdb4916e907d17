import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HOST = `import { Bucketer, openSkillLoop } from 'wayland-core'
const loop = await openSkillLoop()
export const picked: string | undefined = (await loop.route({ text: 'review the branch' })).pick?.skill
export const bucketer: Bucketer = new Bucketer({ threshold: 3 })
`

it('the types need no types of Node where a host does not check those of its packages', () => {
  const root = scratch()
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(ROOT, join(root, 'node_modules', 'wayland-core'))
  const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [], skipLibCheck: true }
  const files = {
    'package.json': '{"type":"module"}',
    'host.ts': HOST,
    'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['host.ts'] }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  expect(execFileSync(tsc, ['-p', root], { encoding: 'utf8' })).toBe('')
})
