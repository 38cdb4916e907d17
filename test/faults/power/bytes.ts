import { closeSync, constants, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { Change } from './names.ts'

/** Bytes of a file in one buffer that grows. */
export class Bytes {
  #held = Buffer.alloc(4096)
  #size = 0

  constructor(changes: readonly Change[] = []) {
    for (const change of changes) this.do(change)
  }

  get size(): number {
    return this.#size
  }

  /** The bytes from one place to another, valid until the next change. */
  part(from = 0, to = this.#size): Buffer {
    return this.#held.subarray(from, Math.min(to, this.#size))
  }

  do(change: Change): void {
    if ('size' in change) this.cut(change.size)
    else {
      this.#grow(change.at + change.bytes.length)
      change.bytes.copy(this.#held, change.at)
    }
  }

  /** Sets the length; what is new is zero. */
  cut(size: number): void {
    if (size < this.#size) this.#held.fill(0, size, this.#size)
    this.#grow(size)
    this.#size = size
  }

  #grow(size: number): void {
    if (size > this.#held.length) {
      const held = Buffer.alloc(2 * size)
      this.#held.copy(held)
      this.#held = held
    }
    this.#size = Math.max(this.#size, size)
  }
}

interface Done {
  readonly change: Change
  /** What was there before, and how long the file was. */
  readonly before: Buffer
  readonly size: number
  readonly from: number
}

/** A file that is changed from one state to the next by what differs in the lists of changes that made them. */
export class ShownFile {
  readonly #bytes = new Bytes()
  readonly #done: Done[] = []
  #dirty = { from: Number.POSITIVE_INFINITY, to: 0 }

  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Writes the file as these changes make it; both lists begin alike for the most part. */
  show(changes: readonly Change[]): void {
    let same = 0
    while (same < changes.length && this.#done[same]?.change === changes[same]) same++
    while (this.#done.length > same) this.#undo()
    for (const change of changes.slice(same)) this.#do(change)
    this.#flush()
  }

  #do(change: Change): void {
    const [from, size] = ['size' in change ? change.size : change.at, this.#bytes.size]
    const to = 'size' in change ? size : from + change.bytes.length
    const before = Buffer.from(this.#bytes.part(Math.min(from, size), to))
    this.#done.push({ change, before, size, from })
    this.#bytes.do(change)
    this.#touch(Math.min(from, size), to)
  }

  #undo(): void {
    const { before, size, from } = this.#done.pop()!
    this.#touch(from, from + before.length)
    this.#bytes.cut(size)
    if (before.length > 0) this.#bytes.do({ by: 0, at: from, bytes: before })
  }

  #touch(from: number, to: number): void {
    this.#dirty = { from: Math.min(from, this.#dirty.from), to: Math.max(to, this.#dirty.to) }
  }

  #flush(): void {
    const { from, to } = this.#dirty
    const file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      ftruncateSync(file, this.#bytes.size)
      const part = this.#bytes.part(Math.min(from, this.#bytes.size), to)
      if (part.length > 0) writeSync(file, part, 0, part.length, from)
    } finally {
      closeSync(file)
    }
    this.#dirty = { from: Number.POSITIVE_INFINITY, to: 0 }
  }
}
