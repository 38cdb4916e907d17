import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own: the flags of V8 hold for all code of a process. */
test('this version of Node knows each flag that is set', () => {
  const code = `const { keepHeapLean, keepNewSmall, optimiseLate } = await import(${JSON.stringify(import.meta.resolve('../../src/platform/v8-flags.ts'))})
    keepHeapLean()
    keepNewSmall()
    optimiseLate()
    console.log('set')`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code],
    { encoding: 'utf8' },
  )
  expect({ stdout, stderr }).toEqual({ stdout: 'set\n', stderr: '' })
})
