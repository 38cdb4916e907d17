import { AGENT_COMMANDS } from './agent-commands.ts'
import { BACKUP_COMMANDS } from './backup-commands.ts'
import { BENEFIT_COMMANDS } from './benefit-commands.ts'
import type { Command } from './command.ts'
import { CONNECT_COMMANDS } from './connect-commands.ts'
import { DAEMON_COMMANDS } from './daemon-commands.ts'
import { EVIDENCE_COMMANDS } from './evidence-commands.ts'
import { LOOP_COMMANDS } from './loop-commands.ts'
import { REVIEW_COMMANDS } from './review-commands.ts'
import { VECTOR_COMMANDS } from './vector-commands.ts'

/** Every command, once: the parser, `--help` and the tests read this list. Each is loaded when it is called. */
export const COMMANDS: readonly Command[] = [
  ...LOOP_COMMANDS,
  ...AGENT_COMMANDS,
  ...DAEMON_COMMANDS,
  ...BENEFIT_COMMANDS,
  ...CONNECT_COMMANDS,
  ...EVIDENCE_COMMANDS,
  ...REVIEW_COMMANDS,
  ...BACKUP_COMMANDS,
  ...VECTOR_COMMANDS,
]
