import { describe, expect, it } from 'vitest'
import { shapedFor } from '../../../src/domain/export/shape.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { skillFormat } from '../../../src/engines/skill-folders.ts'

const files = (text: string, more: Record<string, string> = {}) =>
  new Map(Object.entries({ 'SKILL.md': text, ...more }).map(([path, content]) => [path, Buffer.from(content)]))
const shaped = (text: string, engines: readonly string[], origin: 'auto' | 'person' = 'person', more = {}) => {
  const result = shapedFor(files(text, more), origin, engines.map(skillFormat))
  if ('refused' in result) return result
  const all = Object.fromEntries([...result.files].map(([path, content]) => [path, Buffer.from(content).toString()]))
  return { paths: Object.keys(all).sort(), text: all['SKILL.md'] ?? '', all }
}

const STRICT = '---\nname: a\ndescription: "What, and when"\nmetadata:\n  signature: "x"\n---\n\n# A\n---\nrest\n'
const RICH =
  '---\nname: a\ndescription: d\nlicense: MIT\nallowed-tools: Read Bash(git:*)\nmodel: opus\nhooks:\n  Stop: []\n---\nbody\n'

describe('the files of a skill for an engine', () => {
  it('gain no field by the name of a key in their metadata', () => {
    const rich =
      '---\nname: a\ndescription: d\nmodel: opus\nmetadata:\n  "k: v\\nhooks: x": w\n  deep: {b: c}\n---\nbody\n'
    const { text } = shaped(rich, ['codex', 'gemini']) as { text: string }
    expect(text).not.toMatch(/^hooks/m)
    expect(parseSkillMd(text)).toMatchObject({ metadata: { 'k: v\nhooks: x': 'w', deep: '{"b":"c"}' }, extra: {} })
  })

  it('are the bytes as they are where the format is kept to', () => {
    for (const engines of [['claude-code'], ['codex', 'gemini', 'pi'], ['opencode']] as const)
      expect(shaped(STRICT, engines)).toMatchObject({ text: STRICT, paths: ['SKILL.md'] })
  })

  it('lose what only Claude Code knows, except for Claude Code', () => {
    expect(shaped(RICH, ['claude-code'])).toMatchObject({ text: RICH })
    const { text } = shaped(RICH, ['codex', 'gemini']) as { text: string }
    expect(parseSkillMd(text)).toMatchObject({
      name: 'a',
      description: 'd',
      extra: { license: 'MIT', 'allowed-tools': 'Read Bash(git:*)' },
    })
    expect(Object.keys(parseSkillMd(text).extra)).toEqual(['license', 'allowed-tools'])
    expect(text.endsWith('body\n')).toBe(true)
  })

  it('say where they come from in Qwen’s own field, for Qwen alone and for what was learned', () => {
    expect(shaped(STRICT, ['qwen'], 'auto')).toMatchObject({
      text: STRICT.replace('\n---\n\n# A', '\nsource: auto-skill\n---\n\n# A'),
    })
    expect(shaped(STRICT, ['qwen'], 'person')).toMatchObject({ text: STRICT })
    expect(shaped(STRICT, ['qwen', 'gemini'], 'auto')).toMatchObject({ text: STRICT })
  })

  it('leave the manifest of a draft, and links, behind', () => {
    const more = { 'manifest.json': '{}', 'link/': '/etc', 'references/a.md': 'x' }
    expect(shaped(STRICT, ['codex'], 'auto', more)).toMatchObject({ paths: ['SKILL.md', 'references/a.md'] })
    expect(shaped(STRICT, ['codex'], 'person', more)).toMatchObject({
      paths: ['SKILL.md', 'manifest.json', 'references/a.md'],
    })
  })

  it('keep a skill for the person to call, or are refused where an engine cannot', () => {
    const held = STRICT.replace('---\n\n# A', 'disable-model-invocation: true\n---\n\n# A')
    expect(shaped(held, ['claude-code'])).toMatchObject({ text: held })
    expect(shaped(held, ['pi'])).toMatchObject({ text: held })
    const codex = shaped(held, ['codex']) as { text: string; all: Record<string, string> }
    expect(parseSkillMd(codex.text).extra).toEqual({})
    expect(codex.all['agents/openai.yaml']).toContain('allow_implicit_invocation: false')
    expect(shaped(held, ['codex', 'gemini'])).toMatchObject({ refused: expect.stringContaining('gemini') })
  })

  it('begin without a byte order mark, and are refused where nobody can read them', () => {
    expect(shaped(`\uFEFF${STRICT}`, ['claude-code'])).toMatchObject({ text: STRICT })
    expect(shaped('no front matter', ['claude-code'])).toMatchObject({ refused: expect.stringContaining('---') })
  })
})
