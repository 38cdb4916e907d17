import type { Verb, Words } from '../command.ts'
import { inviteCommand, joinCommand, leaveCommand, syncCommand } from '../team-member.ts'
import { pageCommand, reviewCommand, withdrawCommand } from '../team-review.ts'
import { initCommand, serveCommand } from '../team-server.ts'
import { exportCommand, ledgerCommand, statusCommand } from '../team-status.ts'

/** The status is what `team` alone shows. */
export const run = statusCommand

const STATUS: Pick<Verb, 'words' | 'text' | 'json'> = {
  words: 'Show who and what is in the team, and what its skills are worth across people',
  text: [
    'What a skill is worth is shown from three people on: the difference of success with and without it, within each machine, over all that the team reported.',
  ],
  json: {
    team: 'name, or null outside of a team; then nothing else is there',
    person: 'your name in it',
    role: 'member, reviewer or admin',
    url: 'address of the server',
    cursor: 'number of the last change that was taken in',
    org: 'name, as the server says',
    personal: 'whether it is of one person',
    people: '[{id, name, role, machines}]',
    skills: '[{name, version, author}]: those that are published',
    waiting: 'number of versions that wait for a decision',
    access: '[{id, kind, name, person, usedAt}]: your machines and programs, for an admin those of everybody',
    here: '{name: {version, digest, status, why?}}: what became of each on this machine',
    worth:
      '[{skill, version, people, worth}]; worth is {offered, withheld, lift, low, high, harms}, null below three people',
    use: '[{week, project, people, offered, succeeded}]: where at least three people were offered a skill',
    common: '{signature: people}: what at least three people do, you among them',
  },
}

const serve: Verb = {
  words: 'Serve a team until it is stopped, over Postgres or an embedded database',
  flags: {
    port: { value: 'n', words: 'Port; default 7335, 0 takes a free one' },
    host: { value: 'address', words: 'Address to listen on; beyond this machine with --behind-tls only' },
    'behind-tls': { words: 'Something before it ends TLS' },
  },
  text: [
    'WAYLAND_TEAM_DATABASE names a Postgres, 15 or later; any number of processes may serve one. Its user must be in the role wayland_team, own no table and be no superuser, or the server refuses. Without it the database is embedded (the package @electric-sql/pglite), in the data folder, for one process.',
    'Where team-oidc.json stands beside config.json, people also sign in to the page by OpenID Connect, as the one whose name in the team is their verified e-mail address: {"issuer": "https://login.example", "client": "…", "secret": "…", "org": "<id>"}. The id stands in every invitation, after wci1; the provider is to send people back to /page/oidc/back of the server. It needs the package openid-client.',
  ],
  json: { url: 'its address', engine: 'postgres or pglite' },
  example: 'wayland-core team serve --port 0 & sleep 3; kill $!',
  run: serveCommand,
}

const init: Verb = {
  takes: '[<name>]',
  words: 'Prepare the database of a server, and make a team in it',
  flags: { personal: { words: 'For one person with several machines: what they share is published at once' } },
  text: [
    'Runs where the server does, with WAYLAND_TEAM_DATABASE naming a user who owns the tables. Prints the invitation of the first admin. Without a name it only brings the schema up to date, as after an upgrade.',
  ],
  json: { org: 'id, or null', invitation: 'of the first admin, or null', engine: 'postgres or pglite' },
  example: 'wayland-core team init acme',
  run: initCommand,
}

const join: Verb = {
  takes: '[<url>]',
  words: 'Take this machine into a team, by an invitation on stdin',
  flags: {
    name: { value: 'name', words: 'Your name in the team; default: your user name here' },
  },
  text: [
    'The invitation names the key of the team: a server that shows another one is refused. From then on this machine takes only what that key signed. Beyond this machine the address must begin with https. Without <url> it is that of the option team.url.',
  ],
  json: { org: 'name of the team', person: 'your name in it', role: 'member, reviewer or admin', url: 'address' },
  example: 'wayland-core team join http://127.0.0.1:7335 --name ann < invitation',
  run: joinCommand,
}

const invite: Verb = {
  takes: '[member|reviewer|admin]',
  words: 'Print an invitation, which works once within a week',
  flags: {
    own: { words: 'For another machine of your own' },
    program: { value: 'name', words: 'Print a token instead, for a program that reads what is published' },
  },
  text: [
    'Admins invite people, as members unless another role is named. The invitation holds a key that the server does not have: send it by a way that you trust.',
    'A program that cannot run wayland-core, such as an agent on a build server, reads the published skills with a token of --program: as MCP resources skill://<name> at /mcp of the server, or as files with an index of their digests at /.well-known/agent-skills/index.json. The token ends by team leave --only <name>, and with the last machine of its person.',
  ],
  json: {
    'invitation?': 'one line',
    'role?': 'of the person, or null for a machine of your own',
    'token?': 'of --program',
    'url?': 'where a program asks for MCP resources, of --program',
  },
  example: 'wayland-core team invite reviewer',
  run: inviteCommand,
}

const leave: Verb = {
  takes: '[<person>]',
  words: 'Take this machine out of its team, or another one, a program or as an admin a person',
  flags: {
    only: { value: 'name', words: 'One machine or program alone, by its name or id in "team status"' },
    force: { words: 'Also where the server does not answer' },
  },
  text: [
    'The skills of the team go into the archive here, and out of the folders of agents. With a machine end the invitations, links and browsers that it made.',
  ],
  json: { org: 'name of the team', taken_out: 'names of skills', status: 'what was done' },
  example: 'wayland-core team leave',
  run: leaveCommand,
}

const sync: Verb = {
  words: 'Take in what the team published and withdrew, and send counts',
  text: [
    'Signature and bytes of each skill are verified, then the safety rules of this machine look at it; what they block is left out, with exit code 1. A skill that you edited stays as you have it, and the new version waits beside it; one that you archived stays away. Sent are counts of successes with and without the skills of the team, and hashes of what you do often. Runs by itself in the daemon.',
  ],
  json: {
    skills: '[{skill, status, why?}]; status is offered, edited, muted, taken, blocked or taken out',
    common: '{signature: people}: what at least three people do, you among them',
  },
  example: 'wayland-core team sync',
  run: syncCommand,
}

const reviewing: Verb = {
  takes: '[<version> [approve|reject]]',
  words: 'List what was proposed, read one version, approve or reject it',
  flags: { reason: { value: 'text', words: 'Why; its author reads it. A rejection needs it' } },
  text: [
    'By reviewers and admins, and never by its author. <version> is an id, the beginning of one, or the name of a published skill. What it can do that the published version could not is shown first.',
  ],
  json: {
    versions: '[version]: what waits; with <version> its fields are printed instead, with files: {path: text}',
    harmful: '[{skill, version, people, worth}]: published skills that do harm; withdraw them',
  },
  example: 'wayland-core team review',
  run: reviewCommand,
}

const page: Verb = {
  words: 'Print the address of the page on which you review skills in a browser',
  text: ['It is on the server. What you decide there is what "team review" and "team withdraw" decide.'],
  json: { url: 'works once, within five minutes' },
  example: 'wayland-core team page',
  run: pageCommand,
}

const withdraw: Verb = {
  takes: '<skill>',
  words: 'Take a published skill back from everybody',
  flags: { reason: { value: 'text', words: 'Why; everybody reads it' } },
  text: ['By its author, reviewers and admins.'],
  json: { skill: 'name', status: 'withdrawn' },
  example: 'wayland-core team withdraw review-branch --reason "the script is gone"',
  run: withdrawCommand,
}

const exporting: Verb = {
  takes: '<folder>',
  words: 'Write the published skills as a tree for git and other programs',
  text: ['Below .well-known/agent-skills, with index.json that has the digest of each (Agent Skills Discovery 0.2.0).'],
  json: { folder: 'where', skills: 'names' },
  example: 'wayland-core team export team-skills',
  run: exportCommand,
}

const ledger: Verb = {
  words: 'List every decision of the team, and check that none was changed',
  flags: { verify: { words: 'Check each entry against the one before, and against what this machine saw' } },
  text: ['Exit code 1 where an entry is missing or was changed.'],
  json: {
    entries: '[{entry, at, actor, action, subject, detail, previous, digest}], the oldest first',
    'fault?': 'with --verify: what is wrong, or null',
  },
  example: 'wayland-core team ledger --verify',
  run: ledgerCommand,
}

export const command: Words = {
  ...STATUS,
  topic: 'sharing',
  example: 'wayland-core team',
  verbs: {
    ...{ serve, init, join, invite, leave, sync, review: reviewing, page, withdraw, export: exporting, ledger },
    status: { ...STATUS, example: 'wayland-core team status', run: statusCommand },
  },
}
