import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Lists the users of the bank. */
export async function run({ json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const users = await loop.bank.users()
  if (json) report.json({ users })
  else if (users.length === 0)
    report.line(
      'The bank has no users. "--user <name>" with any command works for one; a program names them to loop.bank.',
    )
  else for (const user of users) report.line(user)
  return EXIT.done
}
