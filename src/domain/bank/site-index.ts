import { createHash } from 'node:crypto'

/** Where the index lies below the root of a site (Agent Skills Discovery, version 0.2.0). */
export const INDEX_PATH = '.well-known/agent-skills/index.json'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** The index of skills that lie in folders beside it, each with the bytes of its SKILL.md. */
export function writeIndex(
  skills: readonly { readonly name: string; readonly description: string; readonly bytes: Uint8Array }[],
): string {
  const entries = skills.map(({ name, description, bytes }) => ({
    ...{ name, type: 'skill-md', description, url: `/.well-known/agent-skills/${name}/SKILL.md` },
    digest: `sha256:${sha256Of(bytes)}`,
  }))
  return `${JSON.stringify({ $schema: SCHEMA, skills: entries }, undefined, 2)}\n`
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
