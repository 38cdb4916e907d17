import type { Call, Words } from '../command.ts'
import { portOf } from '../flag-values.ts'

export const command: Words = {
  topic: 'reviewing',
  words: 'Review on a page in your browser: read, compare, approve, edit, undo',
  flags: { port: { value: 'n', words: 'Port on 127.0.0.1; a free one without it' } },
  text: [
    'Prints an address of 127.0.0.1 with a token that works once, and serves until it is stopped. The page shows what waits, each skill with its text, evidence, findings, history and worth, word by word what a proposed version changes, turns and why they counted, and what the router would offer for a request. Approving, rejecting, editing and undoing are the moves of the command line with their checks; a page that is older than the skill is told so and changes nothing.',
    'Nothing is loaded from elsewhere. Reading, approving and rejecting work without script: the code that is printed is typed then. Keys: J and K go through a list, O opens, A approves, R rejects, ? lists them and switches them off.',
  ],
  json: { url: 'address with its one-time token', code: 'the token alone' },
  example: 'wayland-core ui & sleep 2; kill $!',
}

/** Serves the page for reviews until it is stopped. */
export async function run({ flags, json, report, open }: Call): Promise<void> {
  const port = portOf(flags.port) ?? 0
  await using loop = await open({ busy: true })
  const { serveUi } = await import('../../ui/serve-ui.tsx')
  await using serving = await serveUi(loop, { port, onError: (error) => report.note(`Warning: ${error.message}`) })
  if (json) report.json({ url: serving.url, code: serving.code })
  else {
    report.line(`Open ${serving.url}`)
    report.line(`The address works once. In a browser without script the code is ${serving.code}`)
    report.line('Stop with Ctrl-C.')
  }
  // Never resolves: a signal ends the process.
  await new Promise(() => {})
}
