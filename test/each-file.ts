import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { leftBehind } from './cli/left-behind.ts'

// A property is tried with the same values in every run; one that names a seed of its own keeps it.
fc.configureGlobal({ seed: 20_261_121 })

afterAll(() => {
  const { folders, programs } = leftBehind
  for (const child of programs) child.kill()
  programs.clear()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
})
