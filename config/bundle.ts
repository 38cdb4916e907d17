// Puts the program into few files: a command that loads 170 modules one by one spends most of its time on finding them.
// What a command does not need stays in files of its own, by the dynamic imports of the source. Packages stay outside.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

const root = join(import.meta.dirname, '..')

// Names of chunks follow their content: those of an earlier build would pile up.
rmSync(join(root, 'dist', 'chunks'), { recursive: true, force: true })

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
}

await build({
  ...common,
  entryPoints: { index: 'src/index.ts', program: 'src/cli/run.ts', direct: 'src/daemon/direct.ts' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
})

// What the system calls: CommonJS, and one file. The rest of the program is loaded from beside it.
await build({
  ...common,
  entryPoints: { 'cli/main': 'src/cli/main.ts' },
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname' },
  plugins: [
    {
      name: 'program-beside',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^\.\/run\.ts$/ }, () => ({ path: '../program.js', external: true })),
    },
  ],
})
writeFileSync(join(root, 'dist', 'cli', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`)
