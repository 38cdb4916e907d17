#!/usr/bin/env node
// Built as CommonJS with the hook in it: a hook runs at every turn of an agent, and Node starts this in two thirds of the
// time that a first ES module takes. Everything else is loaded when it is called.
import { hook } from '../daemon/hook.ts'

const [command, engine = ''] = process.argv.slice(2)
if (command === 'hook' && engine !== '' && !engine.startsWith('-')) void hook(process.argv.slice(3))
else void program()

async function program(): Promise<void> {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2))
}
