import { isPlainManifest } from '../draft/manifest.ts'
import { matchesOf } from '../matches.ts'
import { remembered } from '../remembered.ts'
import { type FileContent, linkFinding, readContent } from '../safety/files.ts'
import { MAX_TEXT } from '../safety/scan-text.ts'
import { withoutRecord } from '../skill-deed.ts'
import { type Capability, doneAs, KINDS } from './capability.ts'
import { byKind } from './gravest.ts'
import { shortened } from './said.ts'
import { type Note, textSays } from './text.ts'

type Files = ReadonlyMap<string, string | Uint8Array>

/**
 * What a skill can do, derived from all of its files: parsed front matter, prose, code, scripts, links and live templates.
 * What cannot be read, or not to its end, is a capability itself. Each once, at the first place that says so; the gravest
 * kinds first. Pure, linear in the length of the texts.
 */
export function capabilitiesOf(files: Files): readonly Capability[] {
  const found = new Map<string, Capability>()
  let left = MAX_TEXT
  const runAs = runIn(files)
  const isRead = ([path, content]: [string, string | Uint8Array]) => runAs.has(path) || !isOwnRecord(path, content)
  for (const [path, content] of [...files].filter(isRead).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const note: Note = (kind, what, line) => {
      const said = shortened(what)
      const key = keyOf({ kind, what: said })
      if (said !== '' && !found.has(key)) found.set(key, { kind, what: said, file: path, line })
    }
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    if (/[\p{Cc}\p{Cf}\ufffd]/u.test(path)) note('unread', 'a file name with invisible or unprintable characters', 1)
    if (path.endsWith('/')) linkSays(path.slice(0, -1), bytes, files, note)
    else {
      const read = readContent(bytes)
      const text = 'text' in read ? read.text : ''
      left -= text.length
      const odd = left < 0 ? 'more text than is looked at' : oddity(path, read)
      if (odd !== undefined) note('unread', `${path} (${odd})`, 1)
      if (left >= 0) noteAll(saysOf(text, path), note)
      const ending = runAs.get(path.split('/').at(-1)!)
      if (left >= 0 && ending !== undefined && !path.endsWith(ending)) noteAll(saysOf(text, path + ending), note)
    }
  }
  return [...found.values()]
    .filter((one) => one.kind !== 'mentions' || !found.has(keyOf(doneAs(one))))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}

const keyOf = ({ kind, what }: Pick<Capability, 'kind' | 'what'>): string => `${kind} ${what}`

/** The list of these capabilities in a manifest.json, which names what the record of the runs did as if the skill did it again. */
function isOwnRecord(path: string, content: string | Uint8Array): boolean {
  if (path !== 'manifest.json') return false
  const read = readContent(typeof content === 'string' ? Buffer.from(content) : content)
  return read.kind === 'text' && isPlainManifest(read.text)
}

/** What a draft can do: by all but the record of its runs, and the requests that it lists. */
export function draftCapabilities(files: Files): readonly Capability[] {
  const lines = Buffer.from(files.get('SKILL.md') ?? '')
    .toString()
    .split('\n')
  const isRequest = ({ kind, file, line }: Capability) =>
    kind === 'says' && file === 'SKILL.md' && lines[line - 1]?.startsWith('- "') === true
  return capabilitiesOf(withoutRecord(files)).filter((one) => !isRequest(one))
}

/** The same, a phrase for each kind in few words. */
export const powersOf = (files: Files): readonly string[] => byKind(draftCapabilities(files), 2)

const noteAll = (all: readonly Parameters<Note>[], note: Note): void => {
  for (const one of all) note(...one)
}

/** A draft is looked at for its manifest, and again for what goes beyond its runs. */
const saysOf = remembered(
  (text: string, path: string) => {
    const said: Parameters<Note>[] = []
    textSays(text, path, (...note) => said.push(note))
    return said
  },
  { most: 64, longest: 65_536 },
)

/** The files that a text gives to an interpreter, by their names, with the ending of what it reads. */
function runIn(files: Files): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const content of files.values())
    for (const [, runner = '', file = ''] of matchesOf(RUN, Buffer.from(content).toString().slice(0, MAX_TEXT)))
      found.set(file.split('/').at(-1)!, /sh$|source/.test(runner) ? '.sh' : '.py')
  return found
}

const RUN = /\b((?:ba|z|da|k)?sh|source|python3?|node|perl|ruby)\s+(?:-\w{1,20}\s+){0,4}["']?([\w./-]{1,200})/g

function linkSays(path: string, bytes: Uint8Array, files: Files, note: Note): void {
  const target = Buffer.from(bytes).toString('utf8')
  if (linkFinding(path, target, files.keys()) !== undefined) note('unread', `${path}, a link to ${target}`, 1)
}

/** Why a file is not read as it is; undefined for text, and for a picture that is named so. */
function oddity(path: string, read: FileContent): string | undefined {
  if (read.kind === 'text') return undefined
  if (read.kind === 'odd-text') return read.encoding
  if (read.kind !== 'media') return read.kind
  return /\.(?:md|txt|ya?ml|json|toml|sh|py|[cm]?[jt]s)$/i.test(path)
    ? 'a picture that is named like a text'
    : undefined
}
