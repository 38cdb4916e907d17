import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../config/config.ts'
import type { Call, Verb } from '../command.ts'
import { sentence } from '../report.ts'

export const path: Verb = {
  topic: 'data',
  words: 'Every folder and file that is used, and whether it exists; makes none of them',
  shape: '{path, exists} for each; exists is null where a folder above may not be read.',
  json: {
    config: 'folder of the configuration',
    config_file: 'config.json',
    skills: 'folder of the skills',
    staging: 'work in progress',
    data: 'folder of the data',
    database: 'the SQLite file',
    archive: 'archived skills',
    secondary: 'copies of drafts below WAYLAND_HOME',
  },
  example: 'wayland-core skills path',
  run: tellPaths,
}

/** Lists every folder and file in use, and whether it exists; creates none. */
async function tellPaths({ json, report, settings }: Call): Promise<void> {
  const config = readConfig({ given: settings })
  const places = {
    config: config.configHome,
    config_file: config.configFile,
    skills: config.skillsRoot,
    staging: config.staging,
    data: config.dataDir,
    database: config.database,
    archive: join(config.configHome, 'archive'),
    secondary: config.home === null ? null : join(config.home, 'skills', 'auto'),
  }
  const rows = Object.entries(places).map(([name, path]) => ({ name, path, exists: path !== null && isThere(path) }))
  if (config.homeNote !== null) report.note(sentence(config.homeNote))
  if (json) report.json(Object.fromEntries(rows.map(({ name, path, exists }) => [name, { path, exists }])))
  else
    report.table([
      ['what', 'exists', 'path'],
      ...rows.map(({ name, path, exists }) => [
        name.replaceAll('_', ' '),
        exists === null ? 'cannot be told' : exists ? 'yes' : 'no',
        path ?? 'not set (WAYLAND_HOME)',
      ]),
    ])
}

/** Null where that cannot be told, since a folder above may not be read. */
function isThere(path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? false : null
  }
}
