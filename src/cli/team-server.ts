import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { holdAlone } from '../app/storage.ts'
import { readConfig } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { TeamDatabase } from '../team/database.ts'
import type { Call } from './command.ts'
import { portOf } from './flag-values.ts'
import { endInOrder } from './signals.ts'
import { dataDirOf } from './team-member.ts'

const DEFAULT_PORT = 7335

/** Serves a team until it is stopped. */
export async function serveCommand(call: Call): Promise<void> {
  const { flags, json, report } = call
  const host = typeof flags.host === 'string' ? flags.host : '127.0.0.1'
  const behindTls = flags['behind-tls'] === true
  if (!behindTls && !['127.0.0.1', '::1', 'localhost'].includes(host))
    throw new WaylandError(
      'bad_usage',
      `the server does not listen on ${host} by itself: its traffic would be readable on the way`,
      {
        hint: 'Put something before it that ends TLS, then add --behind-tls.',
      },
    )
  const signIn = readConfig({ given: call.settings }).teamOidc()
  const { openOidc } = await import('../team/server/oidc.ts')
  const oidc = signIn === undefined ? undefined : await openOidc(signIn)
  await using database = await openDatabase(call)
  if (database.engine === 'pglite') await database.migrate()
  const { serveTeam } = await import('../team/server/serve-team.ts')
  const serving = await serveTeam(database, {
    ...{ port: portOf(flags.port) ?? DEFAULT_PORT, host, behindTls, oidc },
    onError: (error) => report.note(`Warning: ${error instanceof Error ? String(error.cause ?? error) : error}`),
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${serving.port}`
  if (json) report.json({ url, engine: database.engine })
  else {
    report.line(`The team is served at ${url}; stop with Ctrl-C`)
    if (oidc !== undefined) report.line(`Its page is at ${url}/page/, with sign-in at ${oidc.name}`)
    if (database.engine === 'pglite')
      report.line(
        'Its database is embedded, for a trial and small teams, with one process. For more: a Postgres in WAYLAND_TEAM_DATABASE.',
      )
  }
  await new Promise<number>(endInOrder)
  await serving[Symbol.asyncDispose]()
}

/** Brings the schema up to date, and with a name makes an org and prints the invitation of its first admin. */
export async function initCommand(call: Call): Promise<void> {
  const { words, flags, json, report } = call
  const name = words[0]?.trim() ?? (flags.personal === true ? 'my machines' : undefined)
  if (name === '') throw new WaylandError('bad_usage', 'the name of the team is empty')
  await using database = await openDatabase(call)
  await database.migrate()
  if (name === undefined) {
    if (json) report.json({ org: null, invitation: null, engine: database.engine })
    else report.line('The schema is up to date. With a name it also makes a team: wayland-core team init <name>')
    return
  }
  const { newOrg } = await import('../team/server/new-org.ts')
  const { invitationText } = await import('../team/keys.ts')
  const made = await newOrg(database, { name, personal: flags.personal === true }, new Date())
  const invitation = invitationText(made)
  if (json) report.json({ org: made.org, invitation, engine: database.engine })
  else {
    report.text(`${invitation}\n`)
    report.note(`Made "${name}". The line above is the invitation of its first admin, which works once:`)
    report.note('start "wayland-core team serve", then give it to "wayland-core team join <url>" on stdin.')
  }
}

/** The database that WAYLAND_TEAM_DATABASE names, or the embedded one, which this process then holds alone. */
async function openDatabase(call: Call): Promise<TeamDatabase> {
  const { openTeamDatabase } = await import('../team/database.ts')
  const url = readConfig({ given: call.settings }).teamDatabase()
  if (url !== undefined) return await openTeamDatabase({ url, folder: '' })
  const folder = join(dataDirOf(call), 'team-server')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = holdAlone(join(folder, 'lock'), process.pid)
  if (release === undefined)
    throw new WaylandError('unavailable', `another process has the embedded database in ${folder}`, {
      hint: 'Stop "wayland-core team serve" first, or use a Postgres, which many processes may use: WAYLAND_TEAM_DATABASE.',
    })
  const database = await openTeamDatabase({ folder: join(folder, 'database') })
  return {
    ...database,
    // What holds the lock must be reachable until then: collected, it would release it.
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      release()
    },
  }
}
