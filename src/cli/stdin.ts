/** Bytes that are read at most. */
const MOST = 1024 * 1024

export async function textOnStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MOST) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
