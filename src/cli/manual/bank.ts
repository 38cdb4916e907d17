import type { Fields, Manual } from './manual.ts'

const SPREAD = '{median, p90, max}'
const TRANSFER: Fields = {
  written: 'number of skills written',
  known: 'skills that were there with the same bytes',
  quarantined: '[{path, why}]: of those written or known, skills that a safety rule blocks',
  left: '[{path, why}]: what was not written',
}

/** Help of the commands for many users. */
export const BANK_MANUAL: Readonly<Record<string, Manual>> = {
  bank: {
    text: [
      'Each user has a folder of their own below "users" in the data folder, with skills, streaks, arms, turns and an empty home: no user finds what another has, or what the agents on this machine keep. A user is added when a command or a program first names them.',
      'Shared libraries are folders of skills that all users find beside their own: those of bank.libraries, and what "bank import" copied. They are read and never written.',
    ],
    json: { users: 'their names, sorted' },
    example: 'wayland-core bank',
  },
  'bank stats': {
    text: [
      'Counts the skills that may be offered of all users ("default" is this loop itself), and those of the shared libraries, quarantined ones included.',
    ],
    json: {
      skills: 'number of skills',
      owners: '[{owner, kind: user or library, skills}]',
      versions: '[{name, count}], most frequent first',
      updated: 'skills with a later version than their first',
      tags: '[{name, count}], at most 20',
      statuses: '[{name, count}] of the skills of users, and of those of libraries the quarantined',
      size: `${SPREAD} of the characters of a body`,
      turns: `${SPREAD} of the turns that a skill of a user rests on`,
    },
    example: 'wayland-core bank stats --svg bank.svg',
  },
  'bank import': {
    text: [
      'Reads the layout of AutoSkill: "Common/<library>/<skill>" becomes a shared library, "Users/<user>/<skill>" a library of this user alone. Any other folder is one shared library, and every folder with a SKILL.md below it a skill. Files are copied byte for byte. A skill that a safety rule blocks is kept in quarantine: it is never found or shown, and is exported as it came. One whose SKILL.md has no name or description is left, and so is one where another lies already. All these are named, and the exit code is 1.',
      'Of a downloaded site that has .well-known/agent-skills/index.json (Agent Skills Discovery 0.2.0), the skills of type "skill-md" that the index lists are read, each only where its bytes have the digest that stands there; archives are left and named.',
    ],
    json: TRANSFER,
    example: 'wayland-core bank import ~/.claude/skills',
  },
  'bank export': {
    text: [
      'Libraries are written as they were imported. Skills of users become SKILL.md files with "id", "version", "tags" and "triggers" in their front matter, as AutoSkill reads them; those of this loop itself are written for the user "default".',
      'With --site, the skills of this loop that a person wrote or reviewed are written as a site publishes them: .well-known/agent-skills/<name>/SKILL.md, and index.json with the digest of each.',
    ],
    json: TRANSFER,
    example: 'wayland-core bank export skill-bank',
  },
}
