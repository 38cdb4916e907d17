import type { OptionKey } from '../config/options.ts'
import { readSettings, writeSettings } from '../connect/settings-file.ts'
import { WaylandError } from '../domain/errors.ts'
import { isFields } from '../domain/json-value.ts'

/**
 * Writes one option into the person's config.json, whose other keys stay. Throws `bad_option` where the file is no JSON
 * object, `bad_file` where it cannot be written.
 */
export async function setOption(path: string, key: OptionKey, value: string): Promise<void> {
  const file = await readSettings(path)
  const all = parsed(file.text, path)
  // Both spellings are read: "model.provider", and "provider" in "model".
  const [group = '', ...rest] = key.split('.')
  const inner = all[group]
  const next = isFields(inner) ? { ...all, [group]: { ...inner, [rest.join('.')]: value } } : { ...all, [key]: value }
  await writeSettings(file, `${JSON.stringify(next, null, 2)}\n`)
}

function parsed(text: string | undefined, path: string): Record<string, unknown> {
  const all: unknown = text === undefined ? {} : JSON.parse(text)
  if (!isFields(all)) throw new WaylandError('bad_option', `${path} holds no JSON object`)
  return all
}
