import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSkillFolder } from '../../src/store/skill-folder.ts'
import { arm, disarm } from './shim.ts'

/** What a watched process is asked to try: a skill moved between two file systems, with every call failing in turn. */
export interface Tries {
  readonly root: string
  /** On another file system than the root. */
  readonly archive: string
  readonly way: 'there' | 'back'
}

/** The calls that were made to fail, and what did not hold after the next process had cleared up. */
export interface Tried {
  readonly calls: number
  readonly broken: readonly string[]
}

const FILES = new Map([
  ['SKILL.md', 'how to do it'],
  ['references/a.md', 'a'],
  ['scripts/run.sh', 'b'],
])

/** From one call on everything fails, the undoing included: what is left is what a kill before that call leaves. */
async function tryAll(tries: Tries): Promise<Tried> {
  const broken: string[] = []
  for (let at = 1; ; at++) {
    const calls = await tryOne(tries, at, broken)
    if (calls < at) return { calls, broken }
  }
}

async function tryOne({ root, archive, way }: Tries, at: number, broken: string[]): Promise<number> {
  const where = { root: join(root, `${at}`, 'skills'), staging: join(root, `${at}`, 'staging') }
  let ids = 0
  const skills = (pid: number) =>
    openSkillFolder({ ...where, archive, pid, newId: () => `${pid}-${++ids}`, alive: () => false })
  const [first, next] = [skills(1), skills(2)]
  await first.publish('auto-x', FILES, () => false)
  const noted = first.awayPath('auto-x')
  if (way === 'back') await first.withdraw('auto-x', noted)

  arm({ kind: 'from', at, error: 'EIO' })
  await (way === 'back' ? first.putBack('auto-x', noted) : first.withdraw('auto-x', noted)).catch(() => {})
  const calls = disarm()

  await next.sweep(async () => true)
  const standing = [whole(await next.read('auto-x')), whole(await next.kept(noted).catch(() => undefined))]
  if (way === 'back' && standing.filter(Boolean).length !== 1) broken.push(`call ${at}: it stands ${standing}`)
  if (!standing.includes(true)) broken.push(`call ${at}: it is lost`)
  // What the row says is done again, as a next run does it.
  if (way === 'there') await next.withdraw('auto-x', noted)
  else if (standing[0] !== true) await next.putBack('auto-x', noted)
  const [back, kept] = [whole(await next.read('auto-x')), whole(await next.kept(noted))]
  if (back !== (way === 'back') || kept !== (way === 'there')) broken.push(`call ${at}: in the end ${back}, ${kept}`)
  const left = [...entries(where.staging), ...entries(archive).filter((name) => join(archive, name) !== noted)]
  if (left.length > 0) broken.push(`call ${at}: left over: ${left.join(', ')}`)
  for (const folder of [join(root, `${at}`), archive]) rmSync(folder, { recursive: true })
  mkdirSync(archive)
  return calls
}

const whole = (state: { readonly files: ReadonlyMap<string, unknown> } | 'half' | 'nothing' | undefined): boolean =>
  typeof state === 'object' && state.files.size === FILES.size

const entries = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

process.on('message', (tries: Tries) => {
  void tryAll(tries).then((tried) => process.send?.(tried, () => process.disconnect()))
})
