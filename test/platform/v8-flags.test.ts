import { spawnSync } from 'node:child_process'
import { Module } from 'node:module'
import { expect, it } from 'vitest'

/** In a process of its own: the flags of V8 hold for all code of a process. */
it.each([['import', 'pi'], ['--json', 'import'], ['setup'], ['observe'], ['daemon', 'run']])(
  'this version of Node knows each flag of %s, and takes code that was kept without them',
  (...words) => {
    const code = `const { Script } = await import('node:vm')
    const { setFlags, underUsualFlags } = await import(${JSON.stringify(import.meta.resolve('../../src/platform/v8-flags.ts'))})
    const [text, other] = ['function one() {}', 'function two() {}']
    const refused = (text, cachedData) => new Script(text, { cachedData }).cachedDataRejected
    const [kept, next] = [text, other].map((one) => new Script(one + '//').createCachedData())
    setFlags(process.argv.slice(1))
    console.log(refused(text + '; ', kept), underUsualFlags(() => refused(other + '; ', next)))`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code, '--', ...words],
      { encoding: 'utf8' },
    )
    // From 22.8 on Node keeps the code by itself, for the flags that are set at the start.
    const kept = 'enableCompileCache' in Module ? expect.stringMatching('true') : 'true false\n'
    expect({ stdout, stderr }).toEqual({ stdout: kept, stderr: '' })
  },
)
