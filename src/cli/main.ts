#!/usr/bin/env node
// Built as CommonJS, and small: a hook runs at every turn of an agent, and Node starts this in two thirds of the time that
// a first ES module takes. The hook is in a file of its own, with the code that V8 made of it when it was built; everything
// else is loaded when it is called.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import type { hook } from '../daemon/hook.ts'

const [command, engine = ''] = process.argv.slice(2)
if (command === 'hook' && engine !== '' && !engine.startsWith('-')) takeHook()
else void program()

function takeHook(): void {
  try {
    void compiledHook()(process.argv.slice(3))
  } catch {
    // Nothing that goes wrong here may reach the agent; "wayland-core doctor" finds it.
    process.exit(0)
  }
}

/** The hook's function. Code of another version of Node is refused by V8, which then compiles the file as usual. */
function compiledHook(): typeof hook {
  const file = join(import.meta.dirname, 'hook.js')
  const script = new Script(readFileSync(file, 'utf8'), { filename: file, ...codeOf(file) })
  const module = { exports: {} as { readonly hook: typeof hook } }
  const run = script.runInThisContext() as (...scope: readonly unknown[]) => void
  run(module.exports, require, module, file, dirname(file))
  return module.exports.hook
}

function codeOf(file: string): { readonly cachedData?: Buffer } {
  try {
    return { cachedData: readFileSync(`${file}.code`) }
  } catch {
    return {}
  }
}

async function program(): Promise<void> {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2))
}
