import { userFolder } from '../../domain/bank/user-folder.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'
import { portOf } from '../flag-values.ts'

export const command: Words = {
  topic: 'offering',
  words: 'Pass all requests of clients to a server of models, with skills put in',
  flags: {
    upstream: { value: 'url', words: 'Server of models, such as https://api.openai.com' },
    port: { value: 'number', words: 'Port (default 7334; 0: any that is free)' },
    host: { value: 'address', words: 'Address (default 127.0.0.1); on any other each request needs a token' },
  },
  text: [
    'Set the base URL of the client to the URL that it prints. Every path passes, in the dialect of the client, byte for byte but for the text of a skill; streams are not held back, and no body has a time limit. Keys pass too, and are never kept or logged.',
    'In chats, Responses and Messages a skill is picked once for a conversation, and its text put at the end of the request of the person that it was picked for, in every later request with the same bytes. Turns are recorded when they end, in the background. src/proxy/README.md says how.',
    'One line of JSON a request goes to stderr: method, path, status, times in ms and sizes in bytes; with --log-level debug requests and answers too, which may hold what is private, without keys.',
    'The URL holds your token, which proxy-token in the data folder keeps; a request without a token is refused. A client may send it in the header x-wayland-token instead. That of a user in its place makes the client that user’s, with skills of their own; with yours, x-wayland-user names one.',
  ],
  shape: 'Once it listens.',
  json: {
    url: 'base URL for clients, with your token in it',
    upstream: 'the server of models',
    token_file: 'file with the token of the proxy',
  },
  example: 'wayland-core proxy --upstream http://127.0.0.1:11434 --port 0 & sleep 2; kill $!',
  verbs: {
    token: {
      takes: '<user>',
      words: 'Print a token that names a user to the proxy, good for 90 days',
      text: [
        'A client has it in its base URL, as http://127.0.0.1:7334/~<token>, or sends it in the header x-wayland-token; neither reaches the upstream. It is signed with the token of the proxy: remove proxy-token in the data folder, and all tokens are void once the proxy is started again.',
      ],
      json: { user: 'whom it names', token: 'the token', until: 'when it expires' },
      example: 'wayland-core proxy token ada',
      run: tellToken,
    },
  },
}

const DEFAULT_PORT = 7334
const LOOPBACK = '127.0.0.1'

/** How long a token of a user is good for. */
const TOKEN_MS = 90 * 86_400_000

/** Passes the requests of clients to the upstream until it is stopped. */
export async function run({ flags, json, report, open }: Call): Promise<void> {
  const { upstream, host = LOOPBACK } = flags
  if (typeof upstream !== 'string')
    throw new WaylandError('bad_usage', 'proxy needs --upstream, the URL of the server of models', {
      hint: 'For example: wayland-core proxy --upstream https://api.openai.com',
    })
  const port = portOf(flags.port) ?? DEFAULT_PORT
  const { openProxy } = await import('../../proxy/open-proxy.ts')
  await using loop = await open({ busy: true })
  await using serving = await openProxy(loop, {
    ...{ upstream, port, host: String(host) },
    onError: (error) => report.note(`Warning: ${error.message}`),
    tell: (passage) => report.note(JSON.stringify({ time: new Date().toISOString(), ...passage })),
    ...(loop.upkeep.config.settings['log.level'] === 'debug'
      ? { tellBody: (content) => report.note(JSON.stringify(content)) }
      : {}),
  })
  if (json) report.json({ url: serving.url, upstream, token_file: serving.tokenFile })
  else {
    report.line(`Proxy at ${serving.url} for ${upstream}; stop with Ctrl-C`)
    report.line(`The address holds your token; that of "wayland-core proxy token <user>" in its place makes a user's`)
  }
  // Never resolves: a signal ends the process.
  await new Promise(() => {})
}

/** Prints a token that names a user to the proxy. */
async function tellToken({ words: [user = ''], json, report, open }: Call): Promise<void> {
  userFolder(user)
  await using loop = await open({ brief: true })
  const { tokenOf } = await import('../../proxy/identity.ts')
  const { proxySecret } = await import('../../proxy/proxy-token.ts')
  const until = new Date(Date.now() + TOKEN_MS)
  const token = tokenOf(user, until, proxySecret(loop.upkeep.config).secret)
  if (json) report.json({ user, token, until: until.toISOString() })
  else report.text(`${token}\n`)
}
