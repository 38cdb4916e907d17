import type { Below } from './mutation.ts'
import { fuzzCommandLine } from './subjects/command-line.ts'
import { fuzzConfiguration } from './subjects/configuration.ts'
import { fuzzDaemonSocket } from './subjects/daemon.ts'
import { HOOK_SUBJECTS } from './subjects/hook-payloads.ts'
import { fuzzMcpFrames } from './subjects/mcp-frames.ts'
import { fuzzMcpHttp } from './subjects/mcp-http.ts'
import { fuzzProxyFramings } from './subjects/proxy-framings.ts'
import { SETTINGS_SUBJECTS } from './subjects/settings.ts'
import { fuzzShellCommands } from './subjects/shell-commands.ts'
import { fuzzSkillMd } from './subjects/skill-md.ts'
import { fuzzSpoolJobs } from './subjects/spool-jobs.ts'
import { TRANSCRIPT_SUBJECTS } from './subjects/transcripts.ts'
import { fuzzWireTurns } from './subjects/wire-turns.ts'

/** What is fuzzed: opened once, then given rounds. A round throws when a rule is broken. */
export type Subject = () => Promise<Rounds>

export interface Rounds extends AsyncDisposable {
  /** One round, decided by the choices alone. */
  once(below: Below): void | Promise<void>
}

/** Every parser of what comes from outside, by name. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  ...TRANSCRIPT_SUBJECTS,
  ...HOOK_SUBJECTS,
  ...SETTINGS_SUBJECTS,
  'spool-jobs': fuzzSpoolJobs,
  'daemon-socket': fuzzDaemonSocket,
  'skill-md': fuzzSkillMd,
  configuration: fuzzConfiguration,
  'wire-turns': fuzzWireTurns,
  'shell-commands': fuzzShellCommands,
  'command-line': fuzzCommandLine,
  'mcp-frames': fuzzMcpFrames,
  'mcp-http': fuzzMcpHttp,
  'proxy-framings': fuzzProxyFramings,
}
