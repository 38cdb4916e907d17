/** The body of a response as text; undefined when it is longer than `most` bytes, and then the rest is not read. */
export async function readAtMost(response: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
