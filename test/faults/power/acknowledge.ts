// Records turns in a home, drafts from them, puts events aside and revokes a skill, and says what is acknowledged, a line in one
// write: `ack <turn>`, `draft <skill>`, `event <name>`, `revoke <skill>` and, once it is, `revoked <skill>`. Run under strace by trace.ts: <home> <turns> <normal|full>.
import { writeSync } from 'node:fs'
import { putJob } from '../../../src/daemon/job-file.ts'
import { homeAt, openHome } from '../home.ts'
import { GROUP, REVOKED, turnOf } from './turns.ts'

const [root = '', turns, durability = ''] = process.argv.slice(2)
const home = homeAt(root)
const loop = await openHome(home, { env: { WAYLAND_STORAGE_DURABILITY: durability } })
const say = (words: string): number => writeSync(1, `${words}\n`)
say('begin')
for (let n = 0; n < Number(turns); n++) {
  const { status, draft, reason } = await loop.endOfRun(turnOf(n))
  if (status !== 'recorded') throw new Error(`turn ${n} is ${status}: ${reason}`)
  say(`ack ${n}`)
  if (draft?.path !== undefined) say(`draft ${draft.skill}`)
  if (n % GROUP !== GROUP - 1) continue
  if (n === REVOKED.after) {
    say(`revoke ${REVOKED.skill}`)
    await loop.review.move(REVOKED.skill, 'revoke')
    say(`revoked ${REVOKED.skill}`)
  }
  // As a hook does it.
  const payload = { session_id: `s${n}`, transcript_path: `${root}/none/${n}.jsonl` }
  putJob(
    home.data,
    process.pid,
    `e${n}`,
    { engine: 'claude', payload, folders: [], at: n, tries: 0 },
    durability === 'full',
  )
  say(`event e${n}`)
}
// As a power cut leaves it: nothing is closed.
process.kill(process.pid, 'SIGKILL')
