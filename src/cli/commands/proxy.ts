import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { portOf } from '../port.ts'

const DEFAULT_PORT = 7334
const LOOPBACK = '127.0.0.1'

/** Passes the requests of clients to the upstream until it is stopped. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  const { upstream, host = LOOPBACK } = flags
  if (typeof upstream !== 'string')
    throw new WaylandError('bad_usage', 'proxy needs --upstream, the URL of the server of models', {
      hint: 'For example: wayland-core proxy --upstream https://api.openai.com',
    })
  const port = portOf(flags.port, DEFAULT_PORT)
  const { openProxy } = await import('../../proxy/open-proxy.ts')
  await using loop = await open({ busy: true })
  await using serving = await openProxy(loop, {
    ...{ upstream, port, host: String(host) },
    onError: (error) => report.note(`Warning: ${error.message}`),
    tell: (passage) => report.note(JSON.stringify({ time: new Date().toISOString(), ...passage })),
    ...(flags['log-content'] === true ? { tellBody: (content) => report.note(JSON.stringify(content)) } : {}),
  })
  if (json) report.json({ url: serving.url, upstream, token_file: serving.tokenFile })
  else {
    report.line(`Proxy at ${serving.url} for ${upstream}; stop with Ctrl-C`)
    report.line(`The address holds your token; that of "wayland-core proxy token <user>" in its place makes a user's`)
  }
  // Never resolves: a signal ends the process.
  await new Promise(() => {})
  return EXIT.done
}
