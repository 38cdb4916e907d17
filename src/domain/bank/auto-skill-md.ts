import type { Skill } from '../skill.ts'

/** What a SKILL.md in AutoSkill's format is written from. */
export interface AutoSkillSource extends Pick<Skill, 'id' | 'name' | 'description' | 'version' | 'triggers'> {
  readonly tags: readonly string[]
  /** The body of its SKILL.md. */
  readonly body: string
}

/** A skill as AutoSkill writes it: SKILL.md with `id`, `version`, `tags` and `triggers` in its front matter. */
export function autoSkillMd({ id, name, description, version, tags, triggers, body }: AutoSkillSource): string {
  const fields = [
    ...Object.entries({ id, name, description, version }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...listed('tags', tags),
    ...listed('triggers', triggers),
  ]
  return `---\n${fields.join('\n')}\n---\n\n${body.trim()}\n`
}

const listed = (key: string, values: readonly string[]): readonly string[] =>
  values.length === 0 ? [] : [`${key}:`, ...values.map((value) => `  - ${JSON.stringify(value)}`)]
