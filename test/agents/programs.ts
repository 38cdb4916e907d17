import { isOlder } from '../../src/domain/version.ts'

/** One version of an agent's program, as npm has it. */
export interface AgentProgram {
  readonly agent: string
  readonly package: string
  readonly binary: string
  readonly version: string
  /** Wants a newer Node than 20, which npm's package `node` brings. */
  readonly newerNode?: boolean
}

const pinned = (
  agent: string,
  named: Pick<AgentProgram, 'package' | 'binary'>,
  ...versions: readonly (string | { readonly newerNode: string })[]
): readonly AgentProgram[] =>
  versions.map((version) =>
    typeof version === 'string'
      ? { agent, ...named, version }
      : { agent, ...named, version: version.newerNode, newerNode: true },
  )

/** What the campaign runs unless it is told otherwise; the last of each agent is followed by `--latest`. */
export const PROGRAMS: readonly AgentProgram[] = [
  ...pinned(
    'claude-code',
    { package: '@anthropic-ai/claude-code', binary: 'claude' },
    '2.1.96',
    '2.1.197',
    '2.1.330',
    '2.1.332',
  ),
  // With 0.148 its session files became lists of items.
  ...pinned('codex', { package: '@openai/codex', binary: 'codex' }, '0.131.0', '0.146.0', '0.169.0', '0.171.0'),
  ...pinned('gemini', { package: '@google/gemini-cli', binary: 'gemini' }, '0.40.1', '0.53.0', '0.57.0', '0.61.0'),
  ...pinned(
    'qwen',
    { package: '@qwen-code/qwen-code', binary: 'qwen' },
    '0.15.10',
    { newerNode: '0.21.2' },
    { newerNode: '0.23.0' },
    { newerNode: '0.24.4' },
  ),
  ...pinned('opencode', { package: 'opencode-ai', binary: 'opencode' }, '1.3.2', '1.14.41', '1.18.21', '1.18.33'),
  ...pinned('pi', { package: '@mariozechner/pi-coding-agent', binary: 'pi' }, '0.65.2', '0.73.1'),
  ...pinned(
    'pi',
    { package: '@earendil-works/pi-coding-agent', binary: 'pi' },
    { newerNode: '0.87.1' },
    { newerNode: '1.6.0' },
  ),
  ...pinned('copilot', { package: '@github/copilot', binary: 'copilot' }, '1.0.71', '1.0.83', '1.0.89', '1.0.102'),
]

/** The pinned version, or one that is not, as the next pinned one is: earlier ones had another package, or ran on Node 20. */
export function versionOf(pinnedOnes: readonly AgentProgram[], version: string): AgentProgram {
  const model = pinnedOnes.find((one) => !isOlder(one.version, version)) ?? pinnedOnes.at(-1)
  if (model === undefined) throw new Error(`no program to run as version ${version}`)
  return { ...model, version }
}

/** The version of npm's package `node` for programs that want a newer one. */
export const NEWER_NODE = '24'
