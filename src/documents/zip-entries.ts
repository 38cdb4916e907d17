import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { WaylandError } from '../domain/errors.ts'

/**
 * The entries of a zip archive whose names match, unpacked in memory. Throws `bad_document` where the archive is broken or
 * encrypted, or an entry is larger than `most` bytes, whatever size it says it has.
 */
export async function zipEntries(
  bytes: Uint8Array,
  wanted: RegExp,
  most: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  try {
    const archive = await opened(bytes)
    if (archive.entryCount > MAX_ENTRIES) throw new Error(`it holds ${archive.entryCount} files`)
    const found = new Map<string, Uint8Array>()
    for await (const entry of entriesOf(archive))
      if (wanted.test(entry.fileName)) found.set(entry.fileName, await unpacked(archive, entry, most))
    return found
  } catch (error) {
    throw new WaylandError('bad_document', `its archive cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

const MAX_ENTRIES = 10_000

const opened = async (bytes: Uint8Array): Promise<ZipFile> =>
  await new Promise((resolve, reject) => {
    fromBuffer(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      { lazyEntries: true },
      (error, archive) => (error === null && archive !== undefined ? resolve(archive) : reject(error)),
    )
  })

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry, void, undefined> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      archive.removeAllListeners()
      archive.on('error', reject)
      archive.on('end', () => resolve(undefined))
      archive.on('entry', resolve)
      archive.readEntry()
    })
    if (entry === undefined) return
    yield entry
  }
}

async function unpacked(archive: ZipFile, entry: Entry, most: number): Promise<Uint8Array> {
  if (entry.uncompressedSize > most) throw tooLarge(entry, most)
  const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)))
  })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLarge(entry, most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = ({ fileName }: Entry, most: number) =>
  new Error(`${fileName} unpacks to more than ${Math.round(most / 1024 / 1024)} MB`)
