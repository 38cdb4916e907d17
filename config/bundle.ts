// Puts the program into few files: a command that loads 170 modules one by one spends most of its time on finding them.
// What a command does not need stays in files of its own, by the dynamic imports of the source. Packages stay outside.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

// Names of chunks follow their content: those of an earlier build would pile up.
rmSync(join(root, 'dist', 'chunks'), { recursive: true, force: true })

await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts', 'src/cli/main.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
})
