import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { isPackage } from '../config/packages-inside.ts'

/**
 * A script of these tests as one file of JavaScript, which Node runs by itself: `node --import tsx` spends three times as
 * much processor time on starting (measured). Packages, and the built program, stay outside. The file goes when the process
 * ends.
 */
export async function bundled(script: string): Promise<string> {
  const bundle = await rolldown({
    input: script,
    platform: 'node',
    transform: { target: 'node20.19' },
    plugins: [{ name: 'in-place', resolveId, transform }],
  })
  const file = join(FOLDER, basename(script).replace(/ts$/, 'mjs'))
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}

const FOLDER = mkdtempSync(join(tmpdir(), 'wayland-scripts-'))
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }))

/** Found from here: no package can be found from the folder of temporary files. */
function resolveId(id: string): { id: string; external: 'absolute' } | undefined {
  if (!isPackage(id) || id.startsWith('node:')) return undefined
  return { id: import.meta.resolve(id), external: 'absolute' }
}

/** What a module says of its own place stays true. */
const transform = (code: string, id: string): string | undefined =>
  id.startsWith('/') && code.includes('import.meta.')
    ? code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.filename', JSON.stringify(id))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    : undefined
