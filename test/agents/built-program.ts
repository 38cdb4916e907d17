import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const PARTS = ['dist', 'migrations', 'package.json', 'test/fixtures/demo']

/** The built program as it is now: a build in the middle of a campaign changes nothing. */
export class BuiltProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wayland-program-'))
  /** Its main file. */
  readonly main = join(this.#folder, 'dist', 'cli', 'main.js')

  constructor() {
    if (!existsSync(join(ROOT, 'dist', 'cli', 'main.js'))) throw new Error('not built: run "npm run build" first')
    for (const part of PARTS) {
      mkdirSync(dirname(join(this.#folder, part)), { recursive: true })
      cpSync(join(ROOT, part), join(this.#folder, part), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
