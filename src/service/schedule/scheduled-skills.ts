import { allowedTools } from '../../domain/allowed-tools.ts'
import { contentDigest, digestFiles } from '../../domain/digest.ts'
import { WaylandError } from '../../domain/errors.ts'
import { bodyOf, renderSkill } from '../../domain/render.ts'
import { scheduledName } from '../../domain/schedule/schedule.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { ScheduledFolder } from '../../store/scheduled-folder.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { Core } from '../core.ts'
import { pathsIn, type RenderedSkill, type RenderOptions, textIn } from '../offers/loader.ts'

export type ScheduledSkills = ReturnType<typeof createScheduledSkills>

/** A file of a copy before and after; a text is undefined where there is no such file. */
export interface CopiedFile {
  readonly path: string
  /** False where one of the two is no text; neither is given then. */
  readonly isText: boolean
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ScheduledSkillsParts extends Core<'store' | 'folder' | 'catalogue' | 'clearance' | 'toolNames'> {
  readonly copies: ScheduledFolder
}

/** Copies of skills in the namespace of scheduled skills: never offered, listed or exported. */
export function createScheduledSkills(parts: ScheduledSkillsParts) {
  const { store, folder, catalogue, clearance, copies, toolNames } = parts

  /** The name of the skill that a reference means. Throws `no_such_skill`, and `refused` for one that no person released. */
  async function named(reference: string): Promise<string> {
    await catalogue.refresh()
    const skill = await catalogue.find(reference)
    const { exported, hidden } = visibilityOf(skill)
    if (exported) return skill.name
    throw new WaylandError(
      'refused',
      `"${skill.name}" runs at no time of its own: it is ${hidden?.why ?? skill.status}`,
      {
        hint: hidden?.hint ?? `Review and promote it: wayland-core --skills-promote ${skill.name}`,
      },
    )
  }

  async function read(name: string) {
    const found = await store.folderLock(async () => await folder.read(name))
    if (found === undefined) throw new WaylandError('no_such_skill', `"${name}" cannot be read`)
    return found
  }

  return {
    named,
    /** Copies a skill as it is now. Throws `no_such_skill`. */
    async copy(name: string): Promise<void> {
      const { files, path } = await read(name)
      await copies.put(scheduledName(name), files, path)
    },
    /**
     * The files of a skill that differ from those of its copy, and unless `isDry` the copy brought up to date; checked as
     * `named` and `copy` check, and nothing changes where either throws.
     */
    async update(name: string, isDry: boolean): Promise<readonly CopiedFile[]> {
      const { files, path } = await read(await named(name))
      const before = (await copies.read(scheduledName(name)))?.files ?? new Map<string, Uint8Array>()
      const changed = differences(before, files)
      if (changed.length > 0 && !isDry) await copies.put(scheduledName(name), files, path)
      return changed
    },
    /**
     * A scheduled skill as `run` renders any other; undefined where there is no copy. Throws `bad_file` for a text that is no
     * SKILL.md, and `refused` for one that a safety rule blocks, or whose skill was revoked.
     */
    async render(skill: string, args: string, { engine }: RenderOptions = {}): Promise<RenderedSkill | undefined> {
      const name = scheduledName(skill)
      const found = await copies.read(name)
      if (found === undefined) return undefined
      const { held } = await clearance.verdictOf(found.files)
      if (held !== undefined)
        throw new WaylandError('refused', `${found.path} is not given to a model: ${held}`, { hint: READ })
      const row = await store.skill(skill)
      if (row?.status === 'revoked' || row?.status === 'quarantined')
        throw new WaylandError('refused', `"${skill}" was ${row.status}, so its scheduled copy does not run either`, {
          hint: READ,
        })
      const text = Buffer.from(found.files.get('SKILL.md') ?? []).toString('utf8')
      const agent = engine === undefined ? undefined : toolNames.labelOf(engine)
      const translation =
        agent === undefined || engine === undefined || row === undefined
          ? {}
          : { translation: { ...(await toolNames.translate(row, bodyOf(text), engine)), agent } }
      // A person released it when it was scheduled.
      const rendering = { text, folder: found.path, isReviewed: true, ...translation }
      const shown = { files: pathsIn(found.files), allowedTools: allowedTools(text) }
      return {
        name,
        folder: found.path,
        args,
        version: digestFiles(found.files),
        ...shown,
        ...runsNow(renderSkill(rendering, args)),
      }
    },
    /** Whether the skill has other files now than its copy; false where either is gone. */
    async isOld(name: string): Promise<boolean> {
      const [now, copy] = [
        await store.folderLock(async () => await folder.read(name)),
        await copies.read(scheduledName(name)),
      ]
      return now !== undefined && copy !== undefined && contentDigest(now.files) !== contentDigest(copy.files)
    },
    /** Puts a copy away. */
    archive: async (name: string, at: number) =>
      await copies.archive(
        scheduledName(name),
        `${scheduledName(name)}.${new Date(at).toISOString().replace(/[:.]/g, '-')}`,
      ),
  }
}

/** The text of a run, which an agent could take for an order to set up a schedule. */
const runsNow = <T extends { readonly text: string }>(rendered: T): T => ({
  ...rendered,
  text: `${RUNS_NOW}\n\n${rendered.text}`,
})

const RUNS_NOW =
  'This is a run of a schedule that exists: do now what the skill below says, once, and report what came of it. Create, change or remove no schedule, reminder or loop.'

/** In the order of their paths. The manifest tells of a skill's state, which changes without its text. */
function differences(before: SkillFiles, after: SkillFiles): readonly CopiedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort().filter((path) => path !== 'manifest.json')
  return paths.flatMap((path) => {
    const [from, to] = [bytesOf(before.get(path)), bytesOf(after.get(path))]
    if (from !== undefined && to !== undefined && from.equals(to)) return []
    const texts = { before: from && textIn(from), after: to && textIn(to) }
    const isText = (from === undefined || texts.before !== undefined) && (to === undefined || texts.after !== undefined)
    return [{ path, isText, ...(isText ? texts : { before: undefined, after: undefined }) }]
  })
}

const bytesOf = (content: string | Uint8Array | undefined) => (content === undefined ? undefined : Buffer.from(content))

const READ = 'Read the file, then remove the schedule or bring its copy up to date: wayland-core schedule refresh <id>'
