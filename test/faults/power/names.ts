import { basename, dirname } from 'node:path'
import type { Call } from './strace-line.ts'

/** A change of a file's bytes, and the call that made it. */
export type Change =
  | { readonly by: number; readonly at: number; readonly bytes: Buffer }
  | { readonly by: number; readonly size: number }

/** A file, whatever names it has: its changes from the first on. The disk has the first `kept` of them for certain. */
export interface Inode {
  readonly changes: Change[]
  kept: number
  /** Bytes with all changes. */
  size: number
}

/** A folder: what is in it now, and what the disk has of it for certain. */
export interface Folder {
  readonly now: Map<string, Entry>
  readonly kept: Map<string, Entry>
}

export type Entry = Inode | Folder

/** Files and folders by path; undefined stands for a folder. */
export type Names = ReadonlyMap<string, Inode | undefined>

/** A call that changed names: all of its edits come to the disk, or none. */
export interface Move {
  readonly by: number
  readonly edits: readonly Edit[]
}

/** What a name in a folder stands for from now on. */
export interface Edit {
  readonly folder: Folder
  readonly name: string
  /** Undefined where the name is taken away. */
  readonly entry: Entry | undefined
}

export const isFolder = (entry: Entry | undefined): entry is Folder => entry !== undefined && 'now' in entry

export const newFolder = (): Folder => ({ now: new Map(), kept: new Map() })

/** What a path leads to now. */
export function entryAt(root: Folder, path: string): Entry | undefined {
  let entry: Entry | undefined = root
  for (const name of path.split('/').filter(Boolean)) entry = isFolder(entry) ? entry.now.get(name) : undefined
  return entry
}

/** The folders that lead to a path and what it leads to, as far as they are there. */
export function wayTo(root: Folder, path: string): readonly Entry[] {
  const way: Entry[] = [root]
  for (const name of path.split('/').filter(Boolean)) {
    const last = way.at(-1)
    const next = isFolder(last) ? last.now.get(name) : undefined
    if (next === undefined) return way
    way.push(next)
  }
  return way
}

/** A call that changes names. */
export type Naming = Extract<Call, { readonly kind: 'open' | 'folder' | 'remove' | 'link' | 'rename' }>

/** What a call does to names, and does to them; undefined where it changes none. */
export function moved(root: Folder, call: Naming, by: number): Move | undefined {
  const at = (path: string, entry: Entry | undefined): Edit => {
    const folder = entryAt(root, dirname(path))
    if (!isFolder(folder)) throw new Error(`${call.kind} of ${path}: there is no such folder`)
    return { folder, name: basename(path), entry }
  }
  const there = entryAt(root, call.path)
  const edits = ((): readonly Edit[] => {
    switch (call.kind) {
      case 'open':
        return there === undefined ? [at(call.path, { changes: [], kept: 0, size: 0 })] : []
      case 'folder':
        return [at(call.path, newFolder())]
      case 'remove':
        return [at(call.path, undefined)]
      case 'link':
        return [at(call.to, there)]
      case 'rename':
        return [at(call.path, undefined), at(call.to, there)]
    }
  })()
  for (const { folder, name, entry } of edits) put(folder.now, name, entry)
  return edits.length === 0 ? undefined : { by, edits }
}

export function put(names: Map<string, Entry>, name: string, entry: Entry | undefined): void {
  if (entry === undefined) names.delete(name)
  else names.set(name, entry)
}

/** Every path from a folder on, where folders have these names in them. */
export function namesFrom(root: Folder, of: (folder: Folder) => ReadonlyMap<string, Entry>): Names {
  const names = new Map<string, Inode | undefined>()
  const walk = (folder: Folder, above: string): void => {
    for (const [name, entry] of of(folder)) {
      const path = `${above}/${name}`
      names.set(path, isFolder(entry) ? undefined : entry)
      if (isFolder(entry)) walk(entry, path)
    }
  }
  walk(root, '')
  return names
}
