import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { portOf } from '../port.ts'

/** Serves the page for reviews until it is stopped. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  if (words.length > 0) throw new WaylandError('bad_usage', `ui takes no "${words[0]}"`)
  const port = flags.port === undefined ? 0 : portOf(flags.port, 0)
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
  return EXIT.done
}
