// Puts the program into few files: a command that loads 170 modules one by one spends most of its time on finding them.
// What a command does not need stays in files of its own, by the dynamic imports of the source.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { build, type OutputChunk, type RolldownOptions } from 'rolldown'
import { keepCode } from './keep-code.ts'
import { licencesOf } from './licences.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Packages inside the command line: ES modules only, which CommonJS cannot load everywhere, or needed by most commands. */
const INSIDE = ['@orama/stemmers', 'any-ascii', 'get-east-asian-width', 'pure-rand', 'unbash', 'uuid']

// Names follow the content: files of an earlier build would pile up.
for (const folder of ['chunks', 'program']) rmSync(join(dist, folder), { recursive: true, force: true })

const common = {
  cwd: root,
  platform: 'node',
  transform: { target: 'node20.19' },
  logLevel: 'warn',
} satisfies RolldownOptions

// The library: ES modules, every package outside.
await build({
  ...common,
  input: { index: 'src/index.ts' },
  external: isPackage,
  output: { dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})

// The command line: CommonJS, which starts sooner, and of which V8's code can be kept.
const commonJs = {
  ...common,
  external: isOutside,
  transform: {
    ...common.transform,
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  },
} satisfies RolldownOptions

// What nearly every command loads is in two files: the command line itself, and the loop with its router.
const { output } = await build({
  ...commonJs,
  input: { run: 'src/cli/run.ts', direct: 'src/daemon/direct.ts' },
  output: {
    dir: join(dist, 'program'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // V8 reads texts of ASCII in half of the time.
    charset: 'ascii',
    comments: false,
    codeSplitting: {
      groups: [
        { name: 'shell', test: /\/src\/(cli\/run|process)\.ts$/, priority: 2 },
        { name: 'core', test: /\/src\/(skill-loop|cli\/commands\/route)\.ts$/, priority: 1 },
      ],
    },
  },
})
const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
writeFileSync(join(dist, 'program', 'LICENCES.txt'), licencesOf(chunks.flatMap(({ moduleIds }) => moduleIds)))

// What the system calls: one small file each. The rest is loaded from beside it.
for (const [name, source] of Object.entries({ main: 'cli/main', direct: 'cli/direct', hook: 'daemon/hook' }))
  await build({
    ...commonJs,
    input: { [name]: `src/${source}.ts` },
    output: {
      dir: join(dist, 'cli'),
      format: 'cjs',
      entryFileNames: '[name].js',
      charset: 'ascii',
      codeSplitting: false,
      minify: true,
    },
  })
writeFileSync(join(dist, 'cli', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`)
chmodSync(join(dist, 'cli', 'main.js'), 0o755)

// A script of its own cannot import: what imports a package is Node's to load.
const compiled = chunks.filter(({ dynamicImports }) => dynamicImports.every((id) => id.endsWith('.cjs')))
keepCode(dist, ['cli/hook.js', ...compiled.map(({ fileName }) => `program/${fileName}`)])

/** Not a file of the project, nor what the bundler itself puts in. */
function isPackage(id: string): boolean {
  return !/^(\.|\0|@oxc-project\/runtime\/)/.test(id) && !isAbsolute(id)
}

function isOutside(id: string): boolean {
  return isPackage(id) && !INSIDE.some((name) => id === name || id.startsWith(`${name}/`))
}
