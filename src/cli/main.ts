#!/usr/bin/env node
// Built as CommonJS, and small: a hook runs at every turn of an agent, and Node starts this in two thirds of the time that
// a first ES module takes. The hook is in a file of its own; everything else is loaded when it is called.
import { join } from 'node:path'
import type * as Direct from '../daemon/direct.ts'
import type * as Hook from '../daemon/hook.ts'
import { setFlags } from '../platform/v8-flags.ts'
import { load, loadAlone } from './compiled.ts'
import type * as Program from './run.ts'

const [command, engine = ''] = process.argv.slice(2)
if (command === 'hook' && engine !== '' && !engine.startsWith('-') && !process.argv.includes('--help')) takeHook()
else void runProgram()

function takeHook(): void {
  try {
    const loadLoop = () => load(join(import.meta.dirname, '..', 'program', 'direct.cjs')) as typeof Direct
    void (loadAlone(join(import.meta.dirname, 'hook.js')) as typeof Hook).hook(process.argv.slice(3), loadLoop)
  } catch {
    // No error may reach the agent; "wayland-core doctor" reports it.
    process.exit(0)
  }
}

async function runProgram(): Promise<void> {
  const words = process.argv.slice(2)
  setFlags(words)
  const { run } = load(join(import.meta.dirname, '..', 'program', 'run.cjs')) as typeof Program
  process.exitCode = await run(words)
}
