import { SKILL_STATUSES } from '../domain/skill.ts'
import type { Fields } from './command.ts'

/** How a skill is named. */
export const NAMED = '<id> is a name, an id, or the unique beginning of one.'

/** What holds for every move of a skill. */
export const MOVES =
  'The reason is kept in the ledger. A move that is not allowed, or whose files cannot follow, is refused with exit code 1 or 3 and changes nothing.'

/** Fields of a skill, in the order in which `--json` prints them. */
export const SKILL_FIELDS: Fields = {
  id: 'UUID',
  name: 'name, which is that of its folder',
  origin: 'auto (drafted by rules), model (drafted by a language model), person or team',
  status: SKILL_STATUSES.join(', '),
  needs_review: 'whether no person has reviewed these files',
  waits_for: 'why it is not offered before a person looks at it; null where it need not wait',
  version: 'number of the current version',
  signature: 'the three words that its requests share; null for a skill of your own',
  description: 'the description of its front matter',
  evidence_count: 'number of turns that it was drafted from',
  score: 'success rate that its best row in the prompt store gives, 0 to 1',
  score_measured: 'false: the score is the prior, and was not measured',
  offered: 'how often it was offered',
  loaded: 'how often its text was read after that',
  successes: 'successful runs among those',
  failures: 'failed runs among those',
  by_version: 'offered, loaded, successes and failures for each version',
  created_at: 'ISO 8601',
  last_used_at: 'ISO 8601, or null',
  path: 'folder of the skill',
  projects: 'the projects that it belongs to and is offered in; none: every one',
  tags: 'list of texts: tags or metadata.tags of its front matter, in lower case',
}

export const VERSION_FIELDS = {
  title: 'Fields of a version',
  fields: {
    'id, version': 'UUID, and number',
    head: 'whether it is the current one',
    state:
      'accepted, proposed, rejected, superseded (another version took its place) or counted (its turns are evidence; its text said less than the draft and was not kept)',
    author: 'auto or person',
    parent_id: 'the version before',
    base_id: 'the version whose draft it was merged against; null where it holds nothing of yours',
    reason: 'why it was made',
    digest: 'SHA-256 of its files',
    evidence: 'ids of the turns that it was drafted from',
    created_at: 'ISO 8601',
  },
} as const

export const ENTRY_FIELDS = {
  title: 'Fields of a ledger entry',
  fields: {
    'entry, at': 'its number, and when',
    'skill, skill_id': 'which skill',
    'move, actor': 'what was done, and by whom',
    'from, to': 'status before and after',
    version_id: 'the version that it made current',
    reason: 'why',
  },
} as const
