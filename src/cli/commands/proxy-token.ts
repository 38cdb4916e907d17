import { userFolder } from '../../domain/bank/user-folder.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

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
  const token = tokenOf(user, until, proxySecret(loop.config).secret)
  if (json) report.json({ user, token, until: until.toISOString() })
  else report.text(`${token}\n`)
  return EXIT.done
}
