import { WaylandError } from '../domain/errors.ts'
import { bodyOf, isReviewed, parseSlash, type Rendered, renderSkill } from '../domain/render.ts'
import { skillOfScheduled } from '../domain/schedule/schedule.ts'
import type { Skill } from '../domain/skill.ts'
import { type OfferRule, visibilityOf } from '../domain/visibility.ts'
import type { HasFolderLock } from '../store/folder-lock.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'
import type { ToolNames } from './tool-names.ts'

/** The text of a skill and its path. */
export interface SkillText {
  readonly name: string
  readonly text: string
  readonly folder: string
}

/** A skill's text as a host puts it before a model. */
export interface RenderedSkill extends SkillText, Rendered {
  readonly version: string
  readonly args: string
}

/** What a model may know of a skill without loading it. */
export interface OfferedSkill extends Pick<Skill, 'name' | 'description' | 'status' | 'version'> {
  /** Whether a person made or promoted it; MCP offers only these as prompts. */
  readonly released: boolean
}

/** For whom a skill is rendered. */
export interface RenderOptions {
  /** The agent whose model gets it: tools have the names that they have there. Default: as the skill names them. */
  readonly engine?: string
}

/** Gives skills to models. */
export interface Loader {
  /** The text of SKILL.md. Throws `no_such_skill`, also for a skill that may not be offered. */
  load(name: string): Promise<SkillText>
  /**
   * The skill that a slash command names, with its arguments; `sched-<name>` is the copy that schedules run. Undefined for
   * slash text that names no skill. Throws `no_such_skill`, `refused` for one that may not be offered, or `bad_usage` for
   * an engine whose tools are not known.
   */
  render(asked: string, args?: string, options?: RenderOptions): Promise<RenderedSkill | undefined>
  /** The skills that may be offered now. */
  offered(): Promise<readonly OfferedSkill[]>
}

/** Attempts on a folder that keeps changing. */
const MAX_LOOKS = 3

export function createLoader({
  store,
  folder,
  catalogue,
  offer,
  toolNames,
  scheduled = async () => undefined,
}: {
  readonly store: HasFolderLock
  readonly folder: SkillFolder
  readonly catalogue: Catalogue
  readonly offer: OfferRule
  readonly toolNames: ToolNames
  /** Renders the copy of a skill in the namespace of scheduled skills; undefined where there is none. */
  readonly scheduled?: (skill: string, args: string, options: RenderOptions) => Promise<RenderedSkill | undefined>
}): Loader {
  async function load(name: string): Promise<SkillText> {
    const text = await read(name)
    if (text === undefined) throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
    return text
  }

  /**
   * Reads only bytes that the skill's row describes; changed bytes are taken in first, and may turn out not to be
   * offered.
   */
  async function read(name: string): Promise<SkillText | undefined> {
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const digest = (await catalogue.visible(name))?.digest ?? undefined
      // While a version is being replaced the folder is missing for a moment: then the lock is waited for.
      const found =
        digest && ((await folder.read(name)) ?? (await store.folderLock(async () => await folder.read(name))))
      if (found && found.digest === digest)
        return { name, text: Buffer.from(found.files.get('SKILL.md') ?? []).toString('utf8'), folder: found.path }
      if (look < MAX_LOOKS) await catalogue.sync()
    }
    return undefined
  }

  async function render(asked: string, given = '', { engine }: RenderOptions = {}): Promise<RenderedSkill | undefined> {
    const agent = engine === undefined ? undefined : await agentOf(engine)
    // Another process may have revoked or promoted since.
    await catalogue.refresh()
    const slash = parseSlash(asked)
    if (slash === undefined && asked.trimStart().startsWith('/')) return undefined
    const { name, args } = slash ?? { name: asked, args: given.trim() }
    const named = async () =>
      (await catalogue.all()).find((known) => known.name === name || (slash === undefined && known.id === name))
    const known = await named()
    if (known === undefined) {
      const copy = await scheduledCopy(name, args, engine)
      if (copy !== undefined || slash !== undefined) return copy
      throw new WaylandError('no_such_skill', `no skill is called "${name}"`)
    }
    refuseHidden(known)
    const found = await read(known.name)
    // The folder may have changed since the last look.
    const skill = (await named()) ?? known
    refuseHidden(skill)
    if (found === undefined) throw new WaylandError('no_such_skill', `"${skill.name}" cannot be read`)
    const translation =
      agent === undefined || engine === undefined
        ? {}
        : { translation: { ...(await toolNames.translate(skill, bodyOf(found.text), engine)), agent } }
    const rendered = renderSkill({ ...found, isReviewed: isReviewed(skill), ...translation }, args)
    return { ...found, ...rendered, args, version: skill.headVersion }
  }

  async function scheduledCopy(name: string, args: string, engine: string | undefined) {
    const skill = skillOfScheduled(name)
    return skill === undefined ? undefined : await scheduled(skill, args, engine === undefined ? {} : { engine })
  }

  async function agentOf(engine: string): Promise<string> {
    const label = await toolNames.labelOf(engine)
    if (label !== undefined) return label
    throw new WaylandError('bad_usage', `the tools of an agent "${engine}" are not known`, {
      hint: `Agents: ${toolNames.engines.join(', ')}.`,
    })
  }

  function refuseHidden(skill: SkillRecord): void {
    const { hidden } = visibilityOf(skill, offer)
    if (hidden === undefined) return
    const { why, hint } = hidden
    throw new WaylandError('refused', `"${skill.name}" is not offered to a model: it is ${why}`, { hint })
  }

  return {
    load,
    render,
    async offered() {
      await catalogue.refresh()
      return (await catalogue.offered()).map((skill) => ({
        name: skill.name,
        description: skill.description,
        status: skill.status,
        version: skill.headVersion,
        released: visibilityOf(skill, offer).exported,
      }))
    },
  }
}
