import { allowedTools } from '../../domain/allowed-tools.ts'
import { WaylandError } from '../../domain/errors.ts'
import { bodyOf, isReviewed, parseSlash, type Rendered, renderSkill } from '../../domain/render.ts'
import { skillOfScheduled } from '../../domain/schedule/schedule.ts'
import type { Skill } from '../../domain/skill.ts'
import { type OfferRule, visibilityOf } from '../../domain/visibility.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Place } from './elsewhere.ts'

export interface SkillText {
  readonly name: string
  readonly text: string
  readonly folder: string
}

/** A skill's text as a host puts it before a model. */
export interface RenderedSkill extends SkillText, Rendered {
  /** Paths of its other files, which `reference` gives on demand. */
  readonly files: readonly string[]
  /** The tools that it asks to be allowed: shown, and never applied. */
  readonly allowedTools: readonly string[]
  readonly version: string
  readonly args: string
}

/** What a model may know of a skill without loading it. */
export interface OfferedSkill extends Pick<Skill, 'name' | 'description' | 'status' | 'version'> {
  /** Whether a person made or promoted it; MCP offers only these as prompts. */
  readonly released: boolean
}

export interface RenderOptions {
  /** The agent whose model gets it: tools have the names that they have there. Default: as the skill names them. */
  readonly engine?: string
}

export interface Reference extends SkillText {
  readonly path: string
  /** The paths that it could have been. */
  readonly files: readonly string[]
}

export interface Loader {
  /** The text of SKILL.md. Throws `no_such_skill`, also for a skill that may not be offered. */
  load(name: string): Promise<SkillText>
  /**
   * The skill that a slash command names, with its arguments; `sched-<name>` is the copy that schedules run. Undefined for
   * slash text that names no skill. Throws `no_such_skill`, `refused` for one that may not be offered, or `bad_usage` for
   * an engine whose tools are not known.
   */
  render(asked: string, args?: string, options?: RenderOptions): Promise<RenderedSkill | undefined>
  /** A file of a skill besides SKILL.md. Throws as `render`, and `not_found` for one that is not there or no text. */
  reference(name: string, path: string): Promise<Reference>
  /** The skills that may be offered now, in a place or anywhere. */
  offered(place?: Place): Promise<readonly OfferedSkill[]>
}

interface WithFiles extends SkillText {
  readonly files: ReadonlyMap<string, Uint8Array>
}

interface Asked {
  readonly name: string
  readonly args: string
  readonly isSlash: boolean
}

/** Undefined for slash text that is no call, such as a path. */
function meantBy(asked: string, given: string): Asked | undefined {
  const slash = parseSlash(asked)
  if (slash !== undefined) return { ...slash, isSlash: true }
  return asked.trimStart().startsWith('/') ? undefined : { name: asked, args: given.trim(), isSlash: false }
}

const noSuchSkill = (name: string) => new WaylandError('no_such_skill', `no skill is called "${name}"`)

/** What a folder holds besides SKILL.md; the manifest of a draft is of no use to a model, and links are not followed. */
export const pathsIn = (files: WithFiles['files']): readonly string[] =>
  [...files.keys()].filter((path) => path !== 'SKILL.md' && path !== 'manifest.json' && !path.endsWith('/')).sort()

/** Bytes as text; undefined for what is no UTF-8, or holds NUL. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Files that an error names. */
const MAX_NAMED = 20

/** Attempts on a folder that keeps changing. */
const MAX_LOOKS = 3

const withText = (name: string, { path, files }: Pick<WithFiles, 'files'> & { readonly path: string }): WithFiles => ({
  ...{ name, folder: path, files },
  text: Buffer.from(files.get('SKILL.md') ?? []).toString('utf8'),
})

interface LoaderParts extends Core<'store' | 'folder' | 'catalogue' | 'shelf' | 'elsewhere' | 'toolNames'> {
  readonly offer: OfferRule
  /** Renders the copy of a skill in the namespace of scheduled skills; undefined where there is none. */
  readonly scheduled?: (skill: string, args: string, options: RenderOptions) => Promise<RenderedSkill | undefined>
}

export function createLoader(parts: LoaderParts): Loader {
  const { catalogue, elsewhere, offer, toolNames, scheduled = async () => undefined } = parts
  const { read, find } = createFinding(parts)

  async function load(name: string): Promise<SkillText> {
    const found = await read(name)
    if (found === undefined) throw noSuchSkill(name)
    const { files: _, ...text } = found
    return text
  }

  async function render(asked: string, given = '', { engine }: RenderOptions = {}): Promise<RenderedSkill | undefined> {
    const agent = engine === undefined ? undefined : await agentOf(engine)
    const meant = meantBy(asked, given)
    if (meant === undefined) return undefined
    const { name, args, isSlash } = meant
    const found = await find(meant)
    if (found === undefined) {
      const copy = await scheduledCopy(name, args, engine)
      if (copy !== undefined || isSlash) return copy
      throw noSuchSkill(name)
    }
    const { skill, text, files } = found
    const translation =
      agent === undefined || engine === undefined
        ? {}
        : { translation: { ...(await toolNames.translate(skill, bodyOf(text.text), engine)), agent } }
    const rendered = renderSkill({ ...text, isReviewed: isReviewed(skill), ...translation }, args)
    const allowed = allowedTools(text.text)
    return { ...text, ...rendered, args, files, allowedTools: allowed, version: skill.headVersion }
  }

  async function reference(name: string, path: string): Promise<Reference> {
    const meant = meantBy(name, '')
    const found = meant === undefined ? undefined : await find(meant)
    if (found === undefined) throw noSuchSkill(name)
    const { contents, text, files } = found
    const bytes = files.includes(path) ? contents.get(path) : undefined
    const hint = files.length === 0 ? 'It has no other files.' : `Its files: ${files.slice(0, MAX_NAMED).join(', ')}.`
    if (bytes === undefined) throw new WaylandError('not_found', `"${text.name}" has no file "${path}"`, { hint })
    const content = textIn(bytes)
    if (content === undefined) throw new WaylandError('not_found', `"${path}" of "${text.name}" is no text`, { hint })
    return { ...text, text: content, path, files }
  }

  async function scheduledCopy(name: string, args: string, engine: string | undefined) {
    const skill = skillOfScheduled(name)
    return skill === undefined ? undefined : await scheduled(skill, args, engine === undefined ? {} : { engine })
  }

  async function agentOf(engine: string): Promise<string> {
    const label = toolNames.labelOf(engine)
    if (label !== undefined) return label
    throw new WaylandError('bad_usage', `the tools of an agent "${engine}" are not known`, {
      hint: `Agents: ${toolNames.engines.join(', ')}.`,
    })
  }

  return {
    load,
    render,
    reference,
    async offered(place = {}) {
      await catalogue.refresh()
      const without = await elsewhere(place)
      const here = (await catalogue.offered()).filter(({ name }) => !without.has(name))
      return here.map((skill) => ({
        name: skill.name,
        description: skill.description,
        status: skill.status,
        version: skill.headVersion,
        released: visibilityOf(skill, offer).exported,
      }))
    },
  }
}

/** Reads skills as their rows say, and finds those that are asked for. */
function createFinding({ store, folder, catalogue, shelf, offer }: LoaderParts) {
  /** Reads only bytes that the skill's row describes; changed ones are taken in first, and may not be offered. */
  async function read(name: string): Promise<WithFiles | undefined> {
    for (let look = 1; look <= MAX_LOOKS; look++) {
      const skill = await catalogue.visible(name)
      if (skill?.library !== undefined) return await readShared(skill)
      const digest = skill?.digest ?? undefined
      // While a version is being replaced the folder is missing for a moment: then the lock is waited for.
      const found =
        digest && ((await folder.read(name)) ?? (await store.folderLock(async () => await folder.read(name))))
      if (found && found.digest === digest) return withText(name, found)
      if (look < MAX_LOOKS) await catalogue.sync()
    }
    return undefined
  }

  async function readShared(skill: SkillRecord): Promise<WithFiles | undefined> {
    const files = await shelf.filesOf(skill)
    return files && withText(skill.name, { path: skill.path, files })
  }

  /** The skill that a name means, or an id where none is in slash text, as it is read; undefined where none is called so. */
  async function find({ name, isSlash }: Asked) {
    // Another process may have revoked or promoted since.
    await catalogue.refresh()
    const named = async () =>
      (await catalogue.all()).find((known) => known.name === name || (!isSlash && known.id === name)) ??
      (await catalogue.visible(name))
    const known = await named()
    if (known === undefined) {
      await refuseUnapproved(name)
      return undefined
    }
    refuseHidden(known)
    const found = await read(known.name)
    // The folder may have changed since the last look.
    const skill = (await named()) ?? known
    refuseHidden(skill)
    if (found === undefined) {
      await refuseUnapproved(name)
      throw new WaylandError('no_such_skill', `"${skill.name}" cannot be read`)
    }
    const { files, ...text } = found
    return { skill, text, contents: files, files: pathsIn(files) }
  }

  async function refuseUnapproved(name: string): Promise<void> {
    const [row] = await shelf.skills({ names: [name] })
    if (row === undefined || row.standing === 'approved') return
    const why = row.standing === 'blocked' ? 'a safety rule blocks it' : 'it is not approved as it is now'
    throw new WaylandError('refused', `"${row.id}" is not offered to a model: ${why}`, {
      hint: `Read it with "wayland-core show ${row.id}", then approve it: wayland-core skills promote ${row.id}`,
    })
  }

  function refuseHidden(skill: SkillRecord): void {
    const { hidden } = visibilityOf(skill, offer)
    if (hidden === undefined) return
    const { why, hint } = hidden
    throw new WaylandError('refused', `"${skill.name}" is not offered to a model: it is ${why}`, { hint })
  }

  return { read, find }
}
