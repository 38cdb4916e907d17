import { isAbsolute, relative } from 'node:path'
import type { Task } from '../../domain/decision.ts'
import type { Reach } from '../../domain/export/shape.ts'
import { hintOf, isPlainPath, unworded, type Way } from '../../domain/hint-text.ts'
import { isDrafted } from '../../domain/skill.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { ExportStore } from '../../store/ports/version-store.ts'
import type { ExportRecord, SkillRecord } from '../../store/skill-records.ts'
import type { ToolNames } from '../catalogue/catalogue.ts'

/** The line that tells a model of a pick. */
export interface Hint {
  readonly text: string
  /** Whether it holds the skill's whole text, so that the model need not load it. */
  readonly isWhole: boolean
}

/** Writes the hint as the asking agent loads skills; for an unknown agent it names the file in our folder. */
export interface Hinter {
  hint(skill: SkillRecord, task: Task): Promise<Hint>
}

export interface HinterParts {
  /** How an engine's model loads a skill; undefined for an engine that reads none. */
  readonly reachOf: (engine: string) => Reach | undefined
  readonly store: Pick<ExportStore, 'exportsOf'>
  /** The SKILL.md text of a copy; undefined if the copy was changed. */
  readonly readCopy: (copy: ExportRecord) => Promise<string | undefined>
  readonly toolNames: Pick<ToolNames, 'translate'>
}

export function createHinter({ store, reachOf, readCopy, toolNames }: HinterParts): Hinter {
  async function wayOf(skill: SkillRecord, { engine, projectDir }: Task): Promise<Way> {
    const file = `${skill.path}/SKILL.md`
    const reach = engine === undefined ? undefined : reachOf(engine)
    if (engine === undefined || reach === undefined) return { file }
    const { call, ownFile, ourFile, needsText } = reach
    const text = async () => {
      const { text: translated } = await toolNames.translate(skill, skill.body, engine)
      return skill.needsReview ? unworded(translated) : translated
    }
    const own = await copyOf(skill, engine, projectDir)
    if (own !== undefined) {
      const readable = `${own}/SKILL.md`
      return {
        ...(call === undefined ? {} : { call: call(skill.name) }),
        ...(ownFile && isPlainPath(readable) ? { file: readable } : {}),
        ...(needsText === true ? { text: await text() } : {}),
      }
    }
    return ourFile && isPlainPath(file) ? { file } : { text: await text() }
  }

  /** The copy that the agent lists to its model in this place. */
  async function copyOf(skill: SkillRecord, engine: string, projectDir: string | undefined) {
    if (!visibilityOf(skill).exported || !isPlainPath(skill.name)) return undefined
    for (const copy of await store.exportsOf(skill.name)) {
      const { path, base, engines, stamp } = copy
      if (stamp === null || !engines.includes(engine) || !isSeen(base, projectDir)) continue
      const text = await readCopy(copy)
      if (text !== undefined && !HELD_BACK.test(text)) return path
    }
    return undefined
  }

  return {
    async hint(skill, task) {
      const way = await wayOf(skill, task)
      return { text: hintOf({ name: skill.name, about: aboutOf(skill) }, way), isWhole: way.text !== undefined }
    },
  }
}

/** After a review: the description that a person wrote, or of a draft the requests, not the text from its runs. */
function aboutOf(skill: SkillRecord): string {
  if (skill.needsReview) return ''
  return isDrafted(skill.origin) ? skill.triggers.slice(0, 2).join(' / ') : skill.description
}

/** A skill that the agent does not list to its model, but lets a person call. */
const HELD_BACK = /^disable-model-invocation:[ \t]*["']?true/m

/** Whether the agent sees a copy: those in a project are seen inside that project only. */
function isSeen(base: string, projectDir: string | undefined): boolean {
  if (base === 'user') return true
  if (projectDir === undefined) return false
  const way = relative(base, projectDir)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}
