import { ALL_GATES } from '../domain/draft/gate-names.ts'
import { SKILL_READERS } from '../engines/engines.ts'
import { MODEL_OPTIONS } from './model-options.ts'
import {
  folders,
  foldersAndAgents,
  gates,
  oneOf,
  positive,
  readers,
  share,
  text,
  userName,
  webAddress,
  whole,
} from './option-values.ts'
import type { Option } from './settings.ts'

/** The table of all options, from which parsing, `--help` and config/README.md are derived. */
export const OPTIONS: readonly Option[] = [
  {
    key: 'config.dir',
    default: null,
    takes: 'a folder',
    parse: text,
    fileKey: false,
    words: 'Folder of the configuration; skills lie in wayland-core/skills below it. Default: the platform’s',
  },
  {
    key: 'data.dir',
    default: null,
    takes: 'a folder',
    parse: text,
    words: 'Folder of the database. Default: the platform’s',
  },
  {
    key: 'user',
    default: null,
    takes: 'a name of 1 to 200 visible characters',
    parse: userName,
    fileKey: false,
    words: 'Works with the skills, streaks and turns of this user of the bank, in a folder below the data folder',
  },
  {
    key: 'bank.libraries',
    default: null,
    takes: 'folders, separated by commas or in a list',
    parse: folders,
    words: 'Folders of skills that all users find beside their own; read, never written',
  },
  {
    key: 'proxy.upstream',
    default: null,
    takes: 'an http or https URL without a password',
    parse: webAddress,
    words:
      'Server of models to which the daemon passes requests, with skills put in; without it the daemon has no proxy',
  },
  {
    key: 'proxy.port',
    default: 7334,
    takes: 'a whole number from 0 to 65535',
    parse: whole(0, 65_535),
    words: 'Port on 127.0.0.1 of the proxy in the daemon; 0 takes a free one, which its log names',
  },
  {
    key: 'team.url',
    default: null,
    takes: 'an http or https URL without a password',
    parse: webAddress,
    words: 'Address of the server of your team, where it is another than the one that "team join" was told',
  },
  {
    key: 'home',
    default: null,
    takes: 'a folder',
    parse: text,
    words: 'Drafts are also copied to skills/auto/<signature> below this folder',
  },
  {
    key: 'skills',
    default: 'on',
    inProject: 'off',
    takes: 'on or off',
    parse: oneOf('on', 'off'),
    words: 'The off switch: with off nothing is recorded, drafted or routed; an off from any source wins',
  },
  {
    key: 'bucket.threshold',
    default: 3,
    takes: 'a whole number from 1 to 100',
    parse: whole(1, 100),
    words: 'Consecutive successes on one task that make a draft',
  },
  {
    key: 'bucket.grouping',
    default: 'similar',
    takes: 'signature or similar',
    parse: oneOf('signature', 'similar'),
    words: 'Whether a streak counts one exact signature only, or the same task in other words too',
  },
  {
    key: 'bucket.scope',
    default: 'user',
    takes: 'user or project',
    parse: oneOf('user', 'project'),
    words: 'Whether streaks are counted over all projects or in each',
  },
  {
    key: 'bucket.expiryDays',
    default: 30,
    takes: 'a number of days, above 0',
    parse: positive,
    words: 'Days after which a streak without a new turn is forgotten',
  },
  {
    key: 'draft.gates',
    default: 'all',
    takes: 'all, none, or a list of gates',
    parse: gates,
    words: `What a request and its runs must pass before they count: ${ALL_GATES.join(', ')}`,
  },
  {
    key: 'learn.exclude',
    default: null,
    takes: 'absolute folders, in which ~, * and ** may stand, or agent:<name>; separated by commas or in a list',
    parse: foldersAndAgents,
    words: 'Runs in these folders, and below them, or of these agents are recorded and never learned from',
  },
  {
    key: 'learn.include',
    default: null,
    takes: 'absolute folders, in which ~, * and ** may stand, or agent:<name>; separated by commas or in a list',
    parse: foldersAndAgents,
    words:
      'Where requests that programs write (through an SDK, by another tool, in a loop) are yours, and from then on learned from like those that you type',
  },
  {
    key: 'router.offer',
    default: 'staged',
    inProject: 'active',
    takes: 'active, staged or watching',
    parse: oneOf('active', 'staged', 'watching'),
    words: 'What is offered: skills in use only, staged drafts too, or drafts with status watching as well',
  },
  {
    key: 'router.precision',
    default: 0.9,
    takes: 'a number from 0 to 1',
    parse: share,
    words:
      'Share of the offers that should be the right skill; how likely a skill must be follows from it and from your recent requests',
  },
  {
    key: 'router.holdout',
    default: 0.05,
    takes: 'a number from 0 to 1',
    parse: share,
    words:
      'Share of the decisions that offer nothing although a skill was found, to measure what a skill is worth; 0 is none',
  },
  {
    key: 'router.news',
    default: 'on',
    inProject: 'off',
    takes: 'on or off',
    parse: oneOf('on', 'off'),
    words: 'Whether one line on new drafts, for you and not for the model, comes with the next hint, once',
  },
  {
    key: 'hook.waitMs',
    default: 1000,
    inProject: 'any',
    takes: 'a whole number from 0 to 60000',
    parse: whole(0, 60_000),
    words: 'Milliseconds that a prompt waits for the hint of a running daemon; with 0 the daemon is not asked',
  },
  {
    key: 'hook.directMs',
    default: 2000,
    inProject: 'any',
    takes: 'a whole number from 0 to 60000',
    parse: whole(0, 60_000),
    words: 'Milliseconds that a prompt waits for a hint where no daemon runs; with 0 there is none',
  },
  {
    key: 'daemon.autostart',
    default: 'on',
    inProject: 'off',
    takes: 'on or off',
    parse: oneOf('on', 'off'),
    words: 'Whether a hook that finds no daemon starts one, which ends after half an hour without work',
  },
  {
    key: 'daemon.stuckMs',
    default: 60_000,
    takes: 'a whole number from 1000 to 3600000',
    parse: whole(1_000, 3_600_000),
    words: 'Milliseconds without progress after which a daemon ends itself',
  },
  ...MODEL_OPTIONS,
  {
    key: 'export.engines',
    default: 'installed',
    takes: 'installed, none, or a list of agents',
    parse: readers,
    words: `Agents that active skills are written for, into folders that they read: ${SKILL_READERS.join(', ')}`,
  },
  {
    key: 'storage.durability',
    default: 'normal',
    inProject: 'full',
    takes: 'normal or full',
    parse: oneOf('normal', 'full'),
    words:
      'What a power cut may cost: normal, the newest turns and events; full, none that was acknowledged, with a flush to the disk for each',
  },
  {
    key: 'retention.days',
    default: 365,
    takes: 'a number of days, above 0',
    parse: positive,
    words:
      'Days after which a turn is removed, unless a skill was drafted from it or a streak waits for it, and a decision is replaced by the sums from which lift is computed',
  },
  {
    key: 'retention.maxMb',
    default: 1024,
    takes: 'a whole number from 1 to 1000000',
    parse: whole(1, 1_000_000),
    words: 'MiB of database above which the oldest turns and decisions are removed sooner',
  },
  {
    key: 'seed',
    default: null,
    takes: 'a whole number',
    parse: whole(-(2 ** 31), 2 ** 31 - 1),
    words: 'Makes every random choice repeat',
  },
  {
    key: 'log.level',
    default: 'warn',
    takes: 'silent, warn, info or debug',
    parse: oneOf('silent', 'warn', 'info', 'debug'),
    words: 'What is logged to stderr',
  },
]

/** `bucket.expiryDays` as a flag: `bucket-expiry-days`. */
export const camelToKebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('.', '-')

/** The variable of an option: `bucket.expiryDays` is WAYLAND_BUCKET_EXPIRY_DAYS. */
export const variableOf = (key: string): string => `WAYLAND_${camelToKebab(key).replaceAll('-', '_').toUpperCase()}`
