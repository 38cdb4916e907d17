import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { parseJob } from '../../../src/daemon/job.ts'
import { spoolFolder } from '../../../src/daemon/job-file.ts'
import type { Home } from '../home.ts'
import { Bytes } from './bytes.ts'
import type { Left } from './disk.ts'

/** What was acknowledged besides turns. */
export interface Acknowledged {
  readonly skills: ReadonlySet<string>
  readonly events: ReadonlySet<string>
  readonly revoked: ReadonlySet<string>
}

/** Judges folders of skills and files of events after a cut; it has to see each state of the running program before. */
export class Folders {
  readonly #home: Home
  readonly #flushesEvents: boolean
  /** Digests of the folders that the program has published. */
  readonly #published = new Set<string>()

  constructor(home: Home, durability: 'normal' | 'full') {
    this.#home = home
    this.#flushesEvents = durability === 'full'
  }

  /** Notes the folders of skills that the program sees now. */
  note(now: Left): void {
    for (const skill of this.#skillsIn(now).keys()) this.#published.add(this.#digest(now, skill))
  }

  /** What does not hold after a cut. */
  faults(left: Left, { skills, events }: Pick<Acknowledged, 'skills' | 'events'>): readonly string[] {
    const { data, staging } = this.#home
    const found = this.#skillsIn(left)
    const aside = new Set([...left.names.keys()].flatMap((path) => (dirname(path) === staging ? [basename(path)] : [])))
    const isAside = (skill: string) => [...aside].some((name) => name.startsWith(`${skill}~`))
    return [
      ...[...found.keys()].flatMap((skill) =>
        this.#published.has(this.#digest(left, skill)) ? [] : [`the folder of ${skill} is not whole`],
      ),
      ...[...skills].flatMap((skill) => (found.has(skill) || isAside(skill) ? [] : [`the folder of ${skill} is gone`])),
      ...[...(this.#flushesEvents ? events : [])].flatMap((event) =>
        isEvent(left, `${spoolFolder(data)}/${event}.json`) ? [] : [`the event ${event} is gone, or not whole`],
      ),
    ]
  }

  /** Paths of files by the skill that they belong to. */
  #skillsIn({ names }: Pick<Left, 'names'>): ReadonlyMap<string, readonly string[]> {
    const above = `${this.#home.skills}/`
    const found = new Map<string, string[]>()
    for (const [path, inode] of names) {
      if (!path.startsWith(above)) continue
      const skill = path.slice(above.length).split('/', 1)[0] ?? ''
      const files = found.get(skill) ?? []
      found.set(skill, inode === undefined ? files : [...files, path])
    }
    return found
  }

  #digest(left: Left, skill: string): string {
    const hash = createHash('sha256').update(skill)
    for (const path of [...(this.#skillsIn(left).get(skill) ?? [])].sort())
      hash.update(`\0${path}\0`).update(bytesAt(left, path) ?? '')
    return hash.digest('hex')
  }
}

/** Bytes of a file after a cut; undefined where there is none. */
export function bytesAt(left: Left, path: string): Buffer | undefined {
  const inode = left.names.get(path)
  return inode === undefined ? undefined : new Bytes(left.changesOf(inode)).part()
}

const isEvent = (left: Left, path: string): boolean => {
  const bytes = bytesAt(left, path)
  return bytes !== undefined && parseJob(bytes.toString()) !== undefined
}
