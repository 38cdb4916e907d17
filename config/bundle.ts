// Puts the program into few files: a command that loads 170 modules one by one spends most of its time on finding them.
// What a command does not need stays in files of its own, by the dynamic imports of the source. Packages stay outside.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

// What the system calls: CommonJS, and small. The rest of the program is loaded from beside it.
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

// The hook as one function, compiled beforehand. Code of an earlier build must not be taken for that of this one.
const hook = join(root, 'dist', 'cli', 'hook.js')
rmSync(`${hook}.code`, { force: true })
await build({
  ...common,
  entryPoints: { 'cli/hook': 'src/daemon/hook.ts' },
  format: 'cjs',
  minify: true,
  define: { 'import.meta.dirname': '__dirname' },
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
})
compileHook()

function compileHook(): void {
  const home = mkdtempSync(join(tmpdir(), 'wayland-build-'))
  const env = { PATH: process.env.PATH, HOME: home, WAYLAND_CONFIG_DIR: home, WAYLAND_DATA_DIR: join(home, 'data') }
  const event = {
    session_id: 's1',
    transcript_path: '/s1.jsonl',
    hook_event_name: 'Stop',
    last_assistant_message: 'Done.',
  }
  const words = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, 'compile-hook.ts')]
  const { status, stderr } = spawnSync(process.execPath, words, { env, input: JSON.stringify(event) })
  rmSync(home, { recursive: true, force: true })
  // Without it a hook compiles itself each time, and does the same.
  if (status !== 0) console.warn(`the hook was not compiled beforehand: ${stderr}`)
}
