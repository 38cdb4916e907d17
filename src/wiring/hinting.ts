import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHinter, type Hinter } from '../service/hinter.ts'
import type { Store } from '../store/store.ts'

/** Builds what says how the model of an agent comes by a skill, from the copies that lie in its folders now. */
export const wireHinting = (store: Pick<Store, 'exportsOf'>): Hinter =>
  createHinter({ store, readCopy: (folder) => readFile(join(folder, 'SKILL.md'), 'utf8').catch(() => undefined) })
