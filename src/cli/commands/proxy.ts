import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { portOf } from '../port.ts'

const DEFAULT_PORT = 7334

/** Passes the requests of clients to the upstream until it is stopped. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  const upstream = flags.upstream
  if (typeof upstream !== 'string')
    throw new WaylandError('bad_usage', 'proxy needs --upstream, the URL of the server of models', {
      hint: 'For example: wayland-core proxy --upstream https://api.openai.com',
    })
  const { serveProxy } = await import('../../proxy/serve.ts')
  const { createCompanion } = await import('../../proxy/companion.ts')
  await using loop = await open({ busy: true })
  await using serving = await serveProxy({
    upstream,
    port: portOf(flags.port, DEFAULT_PORT),
    companion: createCompanion({
      loopOf: async () => loop,
      onError: (error) => report.note(`Warning: ${error.message}`),
    }),
    tell: (passage) => report.note(JSON.stringify({ time: new Date().toISOString(), ...passage })),
  })
  if (json) report.json({ url: serving.url, upstream })
  else report.line(`Proxy at ${serving.url} for ${upstream}; stop with Ctrl-C`)
  // Never resolves: a signal ends the process.
  await new Promise(() => {})
  return EXIT.done
}
