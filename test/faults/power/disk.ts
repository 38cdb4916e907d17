import {
  type Change,
  type Edit,
  type Entry,
  entryAt,
  type Folder,
  type Inode,
  isFolder,
  type Move,
  moved,
  type Names,
  namesFrom,
  newFolder,
  put,
  wayTo,
} from './names.ts'
import type { Call } from './strace-line.ts'

/**
 * How a file system keeps names. `journal`, such as ext4 and XFS: changes of names come to the disk in their order, and a sync
 * of any file or folder brings all that came before it. `folders`, such as btrfs and less than it promises: a sync brings the
 * names in the folder, or those of the file, and of the folders above; all others come in any order.
 */
export type NameKeeping = 'journal' | 'folders'

/** What a disk has after a cut. */
export interface Left {
  readonly names: Names
  changesOf(inode: Inode): readonly Change[]
}

/** What the system had written back, of what it had not been told to. */
export type WrittenBack =
  | { readonly kind: 'nothing' }
  /** Everything up to a call; half of the last write if `torn`. */
  | { readonly kind: 'until'; readonly by: number; readonly torn: boolean }
  /** Of each file other writes; `torn`: some of them in part, by sectors. */
  | { readonly kind: 'some'; readonly random: () => number; readonly torn: boolean }

/**
 * A disk and a file system's memory before it. Bytes of a file that was not synced come to the disk in any order, at any
 * time, or never, whatever has become of its name; the disk writes whole sectors.
 */
export class Disk {
  readonly #root = newFolder()
  readonly #keeping: NameKeeping
  #moves: Move[] = []
  /** Files with changes that are not certain. */
  readonly #dirty = new Set<Inode>()

  /** `there`: a folder that is on the disk from the first. */
  constructor(there: string, keeping: NameKeeping) {
    this.#keeping = keeping
    let folder = this.#root
    for (const name of there.split('/').filter(Boolean)) {
      const next = newFolder()
      folder.now.set(name, next)
      folder.kept.set(name, next)
      folder = next
    }
  }

  /** Does the call with this index in the list of calls. */
  do(call: Exclude<Call, { readonly kind: 'said' }>, by: number): void {
    if (call.kind === 'sync') this.#sync(call)
    else if (call.kind === 'write' || call.kind === 'truncate') this.#change(call, by)
    else {
      const move = moved(this.#root, call, by)
      if (move !== undefined) this.#moves.push(move)
    }
  }

  /** What the running program sees. */
  get now(): Left {
    return { names: namesFrom(this.#root, ({ now }) => now), changesOf: ({ changes }) => changes }
  }

  /** The first call whose change may be lost; undefined where there is none. */
  get firstPending(): number | undefined {
    const pending = [...this.#dirty].flatMap(({ changes, kept }) => changes[kept]?.by ?? [])
    const first = Math.min(...pending, this.#moves[0]?.by ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(first) ? first : undefined
  }

  /** What is on the disk when the power goes now. */
  after(back: WrittenBack): Left {
    const names = new Map<Folder, Map<string, Entry>>()
    for (const { edits } of this.#movesOf(back))
      for (const { folder, name, entry } of edits) {
        const found = names.get(folder) ?? new Map(folder.kept)
        names.set(folder, found)
        put(found, name, entry)
      }
    const chosen = new Map<Inode, readonly Change[]>()
    return {
      names: namesFrom(this.#root, (folder) => names.get(folder) ?? folder.kept),
      changesOf(inode) {
        const found = chosen.get(inode) ?? changesAfter(inode, back)
        chosen.set(inode, found)
        return found
      },
    }
  }

  #movesOf(back: WrittenBack): readonly Move[] {
    if (back.kind === 'nothing') return []
    if (back.kind === 'until') return this.#moves.filter(({ by }) => by <= back.by)
    const share = back.random()
    return this.#keeping === 'journal'
      ? this.#moves.slice(0, Math.floor(share * (this.#moves.length + 1)))
      : this.#moves.filter(() => back.random() < share)
  }

  #sync({ path, from, dataOnly }: Extract<Call, { readonly kind: 'sync' }>): void {
    const way = wayTo(this.#root, path)
    const synced = entryAt(this.#root, path)
    if (synced !== undefined && !isFolder(synced)) {
      while ((synced.changes[synced.kept]?.by ?? Number.POSITIVE_INFINITY) < from) synced.kept++
      if (synced.kept === synced.changes.length) this.#dirty.delete(synced)
    }
    if (dataOnly) return
    const isKept = ({ by, edits }: Move): boolean =>
      by < from &&
      (this.#keeping === 'journal' ||
        edits.some(({ folder, entry }) => folder === synced || (entry !== undefined && way.includes(entry))))
    const kept = this.#moves.filter(isKept)
    for (const { edits } of kept) for (const { folder, name, entry } of edits) put(folder.kept, name, entry)
    // What was done to a name before that is of no account any more.
    const isPast = (edit: Edit, by: number): boolean =>
      kept.some(
        (later) => later.by > by && later.edits.some((one) => one.folder === edit.folder && one.name === edit.name),
      )
    this.#moves = this.#moves
      .filter((move) => !kept.includes(move))
      .map(({ by, edits }) => ({ by, edits: edits.filter((edit) => !isPast(edit, by)) }))
  }

  #change(call: Extract<Call, { readonly kind: 'write' | 'truncate' }>, by: number): void {
    const inode = entryAt(this.#root, call.path)
    // The file was deleted while it was open.
    if (inode === undefined || isFolder(inode)) return
    this.#dirty.add(inode)
    if (call.kind === 'truncate') {
      inode.changes.push({ by, size: call.size })
      inode.size = call.size
      return
    }
    const at = call.at === 'end' ? inode.size : call.at
    inode.changes.push({ by, at, bytes: call.bytes })
    inode.size = Math.max(inode.size, at + call.bytes.length)
  }
}

function changesAfter({ changes, kept }: Inode, back: WrittenBack): readonly Change[] {
  const certain = changes.slice(0, kept)
  const pending = changes.slice(kept)
  if (back.kind === 'nothing' || pending.length === 0) return certain
  if (back.kind === 'until') {
    const done = pending.filter(({ by }) => by <= back.by)
    const last = done.at(-1)
    if (back.torn && last?.by === back.by && 'bytes' in last)
      done[done.length - 1] = { ...last, bytes: last.bytes.subarray(0, last.bytes.length >> 1) }
    return [...certain, ...done]
  }
  // From nearly none to nearly all, so that the first gap is now early, now late.
  const [share, tears] = [back.random() ** 3, back.torn ? back.random() * 0.2 : 0]
  const isMost = back.random() < 0.5
  return [
    ...certain,
    ...pending.flatMap((change) => {
      if (back.random() < share === isMost) return []
      return 'bytes' in change && back.random() < tears ? sectorsOf(change, back.random) : [change]
    }),
  ]
}

/** Bytes that a disk writes at once, or not at all. */
const SECTOR = 512

/** Some of the sectors of a write. */
function sectorsOf({ by, at, bytes }: Extract<Change, { readonly bytes: Buffer }>, random: () => number): Change[] {
  const found: Change[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR))
    if (random() < 0.5) found.push({ by, at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return found
}
