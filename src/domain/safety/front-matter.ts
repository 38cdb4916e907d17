import { readYaml, splitFrontMatter } from '../front-matter.ts'
import type { Hit } from './rule.ts'

/** What blocks in a front matter: hooks, wherever they stand in it, and a language or tag by which some parsers run code. */
export function frontMatterFindings(text: string): readonly Hit[] {
  const blocks = (why: string, at: number): Hit => ({ rule: 'front-matter', severity: 'block', why, at, length: 3 })
  if (/^\uFEFF?\s{0,4}---[ \t]{0,4}(?!ya?ml\b)[a-z]{1,40}[ \t]*\r?\n/i.test(text))
    return [blocks('a language other than YAML in the front matter may be run', 0)]
  const { yaml, front } = splitFrontMatter(text)
  const from = front.indexOf(yaml)
  try {
    return hasHooks(readYaml(yaml))
      ? [blocks('hooks run commands without being asked', from + Math.max(0, yaml.search(/hooks/i)))]
      : []
  } catch {
    const tag = yaml.search(/!!?(?:js|python|ruby|java|php)/i)
    const hooks = yaml.search(/^[ \t]{0,20}["']?hooks["']?\s?:/im)
    if (tag >= 0) return [blocks('a YAML tag that makes some parsers run code', from + tag)]
    return hooks >= 0 ? [blocks('hooks run commands without being asked', from + hooks)] : []
  }
}

const hasHooks = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => (!Array.isArray(value) && /^hooks$/i.test(name)) || hasHooks(inner))
