import { answersByExit, checksWork, masksExit } from '../../../src/domain/check.ts'
import { shellCommands } from '../../../src/domain/draft/shell.ts'
import { type Below, changed } from '../mutation.ts'
import { filesOf, nothing } from './fixtures.ts'

/** Commands that agents ran, as the drafter takes them apart. */
export async function fuzzShellCommands() {
  const text = filesOf('transcripts/claude-code', 'transcripts/codex', 'transcripts/gemini').map(String).join('\n')
  const found = [...text.matchAll(/"(?:command|cmd)":\s*("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json!))
  const commands = [...new Set(found as string[])].map((command) => Buffer.from(command))
  if (commands.length < 20) throw new Error('the fixtures hold too few commands')
  return { once: (below: Below) => read(commands, below), [Symbol.asyncDispose]: nothing }
}

function read(commands: readonly Buffer[], below: Below): void {
  const command = changed(commands, below).toString('utf8')
  JSON.stringify(shellCommands(command))
  checksWork(command)
  masksExit(command)
  answersByExit(command)
}
