import { ALL_GATES } from '../domain/draft/gate-names.ts'
import { SKILL_READERS } from '../engines/engines.ts'
import { MODEL_OPTIONS } from './model-options.ts'
import {
  days,
  folder,
  folders,
  foldersAndAgents,
  gates,
  type Option,
  type OptionRow,
  oneOf,
  readers,
  seed,
  share,
  userName,
  webAddress,
  whole,
} from './option-values.ts'

const TABLE = {
  'config.dir': {
    ...folder,
    fileKey: false,
    words: 'Folder of the configuration; skills lie in wayland-core/skills below it. Default: the platform’s',
  },
  'data.dir': {
    ...folder,
    words: 'Folder of the database. Default: the platform’s',
  },
  user: {
    ...userName,
    fileKey: false,
    words: 'Works with the skills, streaks and turns of this user of the bank, in a folder below the data folder',
  },
  'bank.libraries': {
    ...folders,
    words: 'Folders of skills that all users find beside their own; read, never written',
  },
  'proxy.upstream': {
    ...webAddress,
    words:
      'Server of models to which the daemon passes requests, with skills put in; without it the daemon has no proxy',
  },
  'proxy.port': {
    default: 7334,
    ...whole(0, 65_535),
    words: 'Port on 127.0.0.1 of the proxy in the daemon; 0 takes a free one, which its log names',
  },
  'team.url': {
    ...webAddress,
    words: 'Address of the server of your team, where it is another than the one that "team join" was told',
  },
  home: {
    ...folder,
    words: 'Drafts are also copied to skills/auto/<signature> below this folder',
  },
  skills: {
    default: 'on',
    inProject: 'off',
    ...oneOf('on', 'off'),
    words: 'The off switch: with off nothing is recorded, drafted or routed; an off from any source wins',
  },
  'bucket.threshold': {
    default: 3,
    ...whole(1, 100),
    words: 'Consecutive successes on one task that make a draft',
  },
  'bucket.grouping': {
    default: 'similar',
    ...oneOf('signature', 'similar'),
    words: 'Whether a streak counts one exact signature only, or the same task in other words too',
  },
  'bucket.scope': {
    default: 'user',
    ...oneOf('user', 'project'),
    words: 'Whether streaks are counted over all projects or in each',
  },
  'bucket.expiryDays': {
    default: 30,
    ...days,
    words: 'Days after which a streak without a new turn is forgotten',
  },
  'draft.gates': {
    default: 'all',
    ...gates,
    words: `What a request and its runs must pass before they count: ${ALL_GATES.join(', ')}`,
  },
  'learn.exclude': {
    ...foldersAndAgents,
    words: 'Runs in these folders, and below them, or of these agents are recorded and never learned from',
  },
  'learn.include': {
    ...foldersAndAgents,
    words:
      'Where requests that programs write (through an SDK, by another tool, in a loop) are yours, and from then on learned from like those that you type',
  },
  'router.offer': {
    default: 'staged',
    inProject: 'active',
    ...oneOf('active', 'staged', 'watching'),
    words: 'What is offered: skills in use only, staged drafts too, or drafts with status watching as well',
  },
  'router.precision': {
    default: 0.9,
    ...share,
    words:
      'Share of the offers that should be the right skill; how likely a skill must be follows from it and from your recent requests',
  },
  'router.holdout': {
    default: 0.05,
    ...share,
    words:
      'Share of the decisions that offer nothing although a skill was found, to measure what a skill is worth; 0 is none',
  },
  'router.news': {
    default: 'on',
    inProject: 'off',
    ...oneOf('on', 'off'),
    words: 'Whether one line on new drafts, for you and not for the model, comes with the next hint, once',
  },
  'hook.waitMs': {
    default: 1000,
    inProject: 'any',
    ...whole(0, 60_000),
    words: 'Milliseconds that a prompt waits for the hint of a running daemon; with 0 the daemon is not asked',
  },
  'hook.directMs': {
    default: 2000,
    inProject: 'any',
    ...whole(0, 60_000),
    words: 'Milliseconds that a prompt waits for a hint where no daemon runs; with 0 there is none',
  },
  'daemon.autostart': {
    default: 'on',
    inProject: 'off',
    ...oneOf('on', 'off'),
    words: 'Whether a hook that finds no daemon starts one, which ends after half an hour without work',
  },
  'daemon.stuckMs': {
    default: 60_000,
    ...whole(1_000, 3_600_000),
    words: 'Milliseconds without progress after which a daemon ends itself',
  },
  ...MODEL_OPTIONS,
  'export.engines': {
    default: 'installed',
    ...readers,
    words: `Agents that active skills are written for, into folders that they read: ${SKILL_READERS.join(', ')}`,
  },
  'storage.durability': {
    default: 'normal',
    inProject: 'full',
    ...oneOf('normal', 'full'),
    words:
      'What a power cut may cost: normal, the newest turns and events; full, none that was acknowledged, with a flush to the disk for each',
  },
  'retention.days': {
    default: 365,
    ...days,
    words:
      'Days after which a turn is removed, unless a skill was drafted from it or a streak waits for it, and a decision is replaced by the sums from which lift is computed',
  },
  'retention.maxMb': {
    default: 1024,
    ...whole(1, 1_000_000),
    words: 'MiB of database above which the oldest turns and decisions are removed sooner',
  },
  seed: {
    ...seed,
    words: 'Makes every random choice repeat',
  },
  'log.level': {
    default: 'warn',
    ...oneOf('silent', 'warn', 'info', 'debug'),
    words: 'What is logged to stderr',
  },
} as const satisfies Readonly<Record<string, OptionRow>>

/** The table of all options, from which parsing, `--help` and config/README.md are derived. */
export const OPTIONS: readonly Option[] = Object.entries(TABLE).map(([key, row]) => ({ key, default: null, ...row }))

export type OptionKey = keyof typeof TABLE

/** The checked values by key; null where an option has none. */
export type Settings = {
  readonly [Key in OptionKey]:
    | NonNullable<ReturnType<(typeof TABLE)[Key]['parse']>>
    | ((typeof TABLE)[Key] extends { readonly default: unknown } ? never : null)
}

/** `bucket.expiryDays` as a flag: `bucket-expiry-days`. */
export const camelToKebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('.', '-')

/** The variable of an option: `bucket.expiryDays` is WAYLAND_BUCKET_EXPIRY_DAYS. */
export const variableOf = (key: string): string => `WAYLAND_${camelToKebab(key).replaceAll('-', '_').toUpperCase()}`
