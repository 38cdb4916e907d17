import { asWaylandError } from '../errors.ts'
import type { SkillOrigin } from '../skill.ts'
import { formatSkillMd, parseSkillMd, type SkillMd } from '../skill-md.ts'
import type { SkillReader } from './roots.ts'

/** A skill's files as the engines that read a folder want them, or why they are not put there. */
export type Shaped = { readonly files: ReadonlyMap<string, string | Uint8Array> } | { readonly refused: string }

type Files = ReadonlyMap<string, Uint8Array>

/**
 * The files of an active skill for one folder: the text as it is where Claude Code reads it, since the fields beyond the
 * Agent Skills format are its own; else without them. Links, and the manifest of a draft, stay behind.
 */
export function shapedFor(files: Files, origin: SkillOrigin, engines: readonly SkillReader[]): Shaped {
  const text = Buffer.from(files.get('SKILL.md') ?? [])
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  let skill: SkillMd
  try {
    skill = parseSkillMd(text)
  } catch (error) {
    return { refused: asWaylandError(error).message }
  }
  const isHeldBack = skill.extra[HELD_BACK] === true
  const careless = isHeldBack ? engines.find((engine) => !HOLDS_BACK.includes(engine)) : undefined
  if (careless !== undefined)
    return { refused: `${HELD_BACK} is set, and ${careless} would let the model use it all the same` }
  const kept = new Map<string, string | Uint8Array>(
    [...files].filter(([path]) => !path.endsWith('/') && !(origin === 'auto' && path === 'manifest.json')),
  )
  kept.set(
    'SKILL.md',
    withOrigin(engines.includes('claude-code') ? text : strict(text, skill, engines), origin, engines),
  )
  if (isHeldBack && engines.includes('codex')) kept.set('agents/openai.yaml', CODEX_POLICY)
  return { files: kept }
}

/** The field that keeps a skill for the person to call. */
const HELD_BACK = 'disable-model-invocation'
/** Engines that keep to it, by that field or by a file of their own. */
const HOLDS_BACK: readonly SkillReader[] = ['claude-code', 'pi', 'codex']
const CODEX_POLICY = 'policy:\n  allow_implicit_invocation: false\n'

/** Optional fields of the Agent Skills format beside `metadata`, each one line of text. */
const OPTIONAL = ['license', 'compatibility', 'allowed-tools'] as const

function strict(text: string, skill: SkillMd, engines: readonly SkillReader[]): string {
  const known: readonly string[] = engines.every((engine) => engine === 'pi') ? [...OPTIONAL, HELD_BACK] : OPTIONAL
  const fits = ([key, value]: [string, unknown]) =>
    known.includes(key) && (typeof value === 'string' || (key === HELD_BACK && value === true))
  const extra = Object.entries(skill.extra)
  if (extra.every(fits)) return text
  return withLines(
    formatSkillMd(skill),
    extra.filter(fits).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  )
}

/** Qwen Code marks what was learned by a field of its own, which other engines' validators refuse. */
const withOrigin = (text: string, origin: SkillOrigin, engines: readonly SkillReader[]): string =>
  origin === 'auto' && engines.length > 0 && engines.every((engine) => engine === 'qwen')
    ? withLines(text, ['source: auto-skill'])
    : text

/** The text with further lines at the end of its front matter. */
const withLines = (text: string, lines: readonly string[]): string =>
  lines.length === 0
    ? text
    : text.replace(
        /(\r?\n)---[ \t]*(?=\r?\n|$)/,
        (close, eol: string) => lines.map((line) => eol + line).join('') + close,
      )
