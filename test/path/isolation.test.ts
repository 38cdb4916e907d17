import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Home, turn } from '../cli/command-line.ts'

const USERS = ['anna', 'bert', 'Anna', 'c d', '..']
/** A word that one user alone says, so that whatever holds it is of that user. */
const wordOf = (user: string) => `codeword${'abcde'[USERS.indexOf(user)]}`
const wishOf = (user: string) => `rotate the ${wordOf(user)} credentials`
const skillOf = (user: string) => `auto-${wordOf(user)}-credentials-rotate`

const COMMANDS: readonly ((other: string) => readonly string[])[] = [
  (other) => ['route', wishOf(other), '--json'],
  (other) => ['route', `@@skill=${skillOf(other)} do it`, '--json'],
  () => ['skills', '--json'],
  (other) => ['show', skillOf(other), '--json'],
  (other) => ['run', skillOf(other)],
  (other) => ['skills', 'promote', skillOf(other)],
  (other) => ['skills', 'archive', skillOf(other)],
  (other) => ['skills', 'restore', skillOf(other)],
  (other) => ['history', skillOf(other)],
  () => ['explain', '--json'],
  () => ['status'],
  () => ['--skills-audit'],
  () => ['history', '--json'],
  () => ['notes'],
  () => ['lift', '--json'],
  () => ['check'],
]

it('forty random commands show, offer and move nothing that is another user’s', async () => {
  const step = fc.record({
    user: fc.constantFrom(...USERS),
    other: fc.constantFrom(...USERS),
    command: fc.constantFrom(...COMMANDS),
  })
  const [steps = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 20261123 })
  const home = new Home()
  for (const user of USERS) {
    const same = ['1', '2', '3'].map((n) => ({ ...turn(wishOf(user), n), session_id: `s${n}`, prompt_id: `p${n}` }))
    const { lines } = await home.observe(same, { env: { WAYLAND_USER: user } })
    expect(lines[2]?.draft?.skill).toBe(skillOf(user))
  }
  const own = async (user: string) =>
    (await home.run(['skills', '--json', '--user', user])).json<{ skills: { name: string; status: string }[] }>().skills
  const all = async () => new Map(await Promise.all(USERS.map(async (user) => [user, await own(user)] as const)))
  let before = await all()
  for (const { user, other, command } of steps) {
    const args = command(other)
    const others = USERS.filter((one) => one !== user)
    const { stdout, stderr } = await home.run([...args, '--user', user])
    // What the person typed may come back; nothing else of another's.
    const said = args.reduce((text, arg) => text.replaceAll(arg, ''), `${stdout}${stderr}`)
    for (const one of others) expect(said, `${user}: ${args.join(' ')}`).not.toContain(wordOf(one))
    const now = await all()
    for (const one of others) expect(now.get(one), one).toEqual(before.get(one))
    before = now
  }
  expect((await home.run(['skills', '--json'])).json()).toEqual({ skills: [] })
}, 240_000)
