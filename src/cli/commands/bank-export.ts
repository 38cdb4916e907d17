import type { Words } from '../command.ts'
import { TRANSFER } from './bank-import.ts'

export const command: Words = {
  topic: 'users',
  takes: '<folder>',
  words: "Write the bank into an empty folder, in AutoSkill's layout",
  flags: { site: { words: 'Write the reviewed skills as a site publishes them, with an index of digests' } },
  text: [
    'Libraries are written as they were imported. Skills of users become SKILL.md files with "id", "version", "tags" and "triggers" in their front matter, as AutoSkill reads them; those of this loop itself are written for the user "default".',
    'With --site, the skills of this loop that a person wrote or reviewed are written as a site publishes them: .well-known/agent-skills/<name>/SKILL.md, and index.json with the digest of each.',
  ],
  json: TRANSFER,
  example: 'wayland-core bank export skill-bank',
}

export { run } from './bank-import.ts'
