import type { Severity } from './rule.ts'

/** The kind of a file's content, for scanning. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  /** Text in another encoding, decoded as far as possible. */
  | { readonly kind: 'odd-text'; readonly text: string; readonly encoding: string }
  | { readonly kind: 'media' }
  | { readonly kind: 'program' }
  | { readonly kind: 'archive' }
  | { readonly kind: 'binary'; readonly text: string }

/** Classifies a file's bytes, and decodes them if they are text. Never throws. */
export function readContent(bytes: Uint8Array): FileContent {
  const magic = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1')
  const known = MAGIC.find(({ start }) => start.test(magic))
  if (known !== undefined && !(known.kind === 'media' && isScript(bytes, magic))) return { kind: known.kind }
  if (magic.startsWith('\xff\xfe')) return { kind: 'odd-text', text: decode(bytes, 'utf-16le'), encoding: 'UTF-16' }
  if (magic.startsWith('\xfe\xff')) return { kind: 'odd-text', text: decode(bytes, 'utf-16be'), encoding: 'UTF-16' }
  const plain = utf8(bytes)
  if (plain !== undefined) return { kind: 'text', text: plain }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return text.includes('\0') ? { kind: 'binary', text } : { kind: 'odd-text', text, encoding: 'no UTF-8' }
}

/** Bytes at the beginning of an image, audio file or font that always include a zero byte. */
const BEGINNING = 4_096

/**
 * Whether a file with the magic bytes of a media type may be a script: it is legible, or has no zero byte at which a
 * shell stops. A PDF may have none.
 */
const isScript = (bytes: Uint8Array, magic: string): boolean =>
  /^[^\x00-\x08\x0e-\x1f]*$/.test(utf8(bytes) ?? '\0') ||
  (!magic.startsWith('%PDF') && !bytes.subarray(0, BEGINNING).includes(0))

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)

// biome-ignore format: a kind a line
const MAGIC: readonly { readonly kind: 'media' | 'program' | 'archive'; readonly start: RegExp }[] = [
  { kind: 'program', start: /^(?:\x7fELF|MZ[\s\S]{2}|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm|dex\n)/ },
  { kind: 'archive', start: /^(?:PK\x03\x04|\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ|\x28\xb5\x2f\xfd)/ },
  { kind: 'media', start: /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|%PDF-|RIFF[\s\S]{4}WEBP|wOF[F2]|\0\x01\0\0\0|OTTO|OggS|ID3[\x02-\x04]\0|[\s\S]{4}ftyp|\0\0\x01\0)/ },
]

/**
 * Judges a link by its path in the skill's folder, the name of its target, and the paths that the folder has. A target
 * outside the folder blocks, since it is not scanned and can change later; a target inside is scanned under its own
 * path.
 */
export function linkFinding(
  path: string,
  target: string,
  paths: Iterable<string>,
): { readonly severity: Severity; readonly why: string } | undefined {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.')
  const up = steps.findIndex((step) => step !== '..')
  const ups = up < 0 ? steps.length : up
  const folders = path.split('/').length - 1
  if (/^(?:[/\\]|[A-Za-z]:)/.test(target) || target.includes('\\') || ups > folders)
    return { severity: 'block', why: 'a link that leads out of the folder, to what is not looked at and may change' }
  // Behind another link, ".." leads elsewhere.
  if (steps.slice(ups).includes('..'))
    return { severity: 'block', why: 'a link that goes up again through a folder, so that its target cannot be known' }
  const inside = [...path.split('/').slice(0, folders - ups), ...steps.slice(ups)].join('/')
  for (const other of paths)
    if (inside === '' || other === inside || other === `${inside}/` || other.startsWith(`${inside}/`)) return undefined
  return { severity: 'warn', why: 'a link to nothing, which can be put there later' }
}
