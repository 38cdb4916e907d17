import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'users',
  takes: '',
  words: 'List the users of the bank; any command works for one of them with --user <name>',
  flags: {},
  text: [
    'Each user has a folder of their own below "users" in the data folder, with skills, streaks, arms, turns and an empty home: no user finds what another has, or what the agents on this machine keep. A user is added when a command or a program first names them.',
    'Shared libraries are folders of skills that all users find beside their own: those of bank.libraries, and what "bank import" copied. They are read and never written.',
  ],
  json: { users: 'their names, sorted' },
  example: 'wayland-core bank',
}

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
