/** Where the index lies below the root of a site (Agent Skills Discovery, version 0.2.0). */
export const INDEX_PATH = '.well-known/agent-skills/index.json'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** The index of skills that lie in folders beside it, each with the SHA-256 of its SKILL.md in hexadecimal digits. */
export function writeIndex(
  skills: readonly { readonly name: string; readonly description: string; readonly sha256: string }[],
): string {
  const entries = skills.map(({ name, description, sha256 }) => ({
    ...{ name, type: 'skill-md', description, url: `/.well-known/agent-skills/${encodeURIComponent(name)}/SKILL.md` },
    digest: `sha256:${sha256}`,
  }))
  return `${JSON.stringify({ $schema: SCHEMA, skills: entries }, undefined, 2)}\n`
}
