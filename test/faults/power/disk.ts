import type { Call } from './trace.ts'

/** Files as a disk has them: what it was told to keep, and what the system may or may not have written back since. */
export class Disk {
  readonly #kept = new Map<string, Buffer>()
  #pending: Exclude<Call, { readonly kind: 'said' | 'sync' }>[] = []

  do(call: Exclude<Call, { readonly kind: 'said' }>): void {
    if (call.kind !== 'sync') {
      this.#pending.push(call)
      return
    }
    this.#apply(
      this.#kept,
      this.#pending.filter(({ path }) => path === call.path),
    )
    this.#pending = this.#pending.filter(({ path }) => path !== call.path)
  }

  /** What may be written back when the power goes: so many of the calls that nothing has flushed. */
  get pending(): number {
    return this.#pending.length
  }

  /** The files after a cut at which so many of the pending calls had come to the disk, the last of them `torn` halfway. */
  after(pending: number, torn = false): ReadonlyMap<string, Buffer> {
    const files = new Map([...this.#kept].map(([path, bytes]) => [path, Buffer.from(bytes)]))
    const done = this.#pending.slice(0, pending)
    const last = done.at(-1)
    if (torn && last?.kind === 'write')
      done[done.length - 1] = { ...last, bytes: last.bytes.subarray(0, last.bytes.length >> 1) }
    this.#apply(files, done)
    return files
  }

  #apply(files: Map<string, Buffer>, calls: readonly Exclude<Call, { readonly kind: 'said' | 'sync' }>[]): void {
    for (const call of calls) {
      const before = files.get(call.path) ?? Buffer.alloc(0)
      const size = call.kind === 'truncate' ? call.size : Math.max(before.length, call.at + call.bytes.length)
      const after = Buffer.alloc(size)
      before.copy(after, 0, 0, Math.min(size, before.length))
      if (call.kind === 'write') call.bytes.copy(after, call.at)
      files.set(call.path, after)
    }
  }
}
