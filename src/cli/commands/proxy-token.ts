import { userFolder } from '../../domain/bank/user-folder.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'offering',
  takes: '<user>',
  words: 'Print a token that names a user to the proxy',
  flags: { days: { value: 'N', words: 'How long it is good for (default 90)' } },
  text: [
    'A client has it in its base URL, as http://127.0.0.1:7334/~<token>, or sends it in the header x-wayland-token; neither reaches the upstream. It is signed with the token of the proxy: remove proxy-token in the data folder, and all tokens are void once the proxy is started again.',
  ],
  json: { user: 'whom it names', token: 'the token', until: 'when it expires' },
  example: 'wayland-core proxy token ada --days 30',
}

const DEFAULT_DAYS = 90

/** Prints a token that names a user to the proxy. */
export async function run({ words: [user = ''], flags, json, report, open }: Call): Promise<ExitCode> {
  userFolder(user)
  const days = flags.days === undefined ? DEFAULT_DAYS : Number(flags.days)
  if (!(days > 0 && days <= 36_500))
    throw new WaylandError('bad_usage', `--days must be a number above 0, at most 36500, not "${flags.days}"`)
  await using loop = await open({ brief: true })
  const { tokenOf } = await import('../../proxy/identity.ts')
  const { proxySecret } = await import('../../proxy/proxy-token.ts')
  const until = new Date(Date.now() + days * 86_400_000)
  const token = tokenOf(user, until, proxySecret(loop.upkeep.config).secret)
  if (json) report.json({ user, token, until: until.toISOString() })
  else report.text(`${token}\n`)
  return EXIT.done
}
