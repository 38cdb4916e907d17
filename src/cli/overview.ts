import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { program } from '../platform/process.ts'
import { columns, wrapped } from './columns.ts'
import { agentToConnect, FIRST } from './first-step.ts'

/** The text of `wayland-core` without a command: common tasks, each as a command to paste, and where the rest is. */
export async function overview(width: number): Promise<string> {
  return [
    ...wrapped('wayland-core makes skills out of what you ask a coding agent again and again.', width),
    '',
    columns([
      ['  See what was learned', 'wayland-core status'],
      ['  Read your past sessions', 'wayland-core import'],
      ['  Connect an agent', `wayland-core install ${await toConnect()}`],
      ['  Review the skills', 'wayland-core skills audit'],
      ['  Check that all is well', 'wayland-core doctor'],
    ]),
    '',
    'More',
    columns([
      ['  Every command and option', 'wayland-core help'],
      ['  One command', 'wayland-core help import'],
      ['  How it works', join(program.root, 'README.md')],
    ]),
  ].join('\n')
}

/**
 * The agent to connect; the first of the registry where the configuration cannot be read, since `install` reports that.
 */
async function toConnect(): Promise<string> {
  try {
    return await agentToConnect(readConfig())
  } catch {
    return FIRST
  }
}
