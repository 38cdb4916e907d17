import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from 'wayland-core'
import { rounded } from '../../years/shadow.ts'
import { type Home, openHome, REVIEW, REVIEW_SKILL, turn } from '../home.ts'
import { look } from '../look.ts'
import { NONE, run, type Scenario } from '../scenario.ts'

const BEGAN = Date.UTC(2024, 0, 1)
const at = (days: number) => () => new Date(BEGAN + days * 86_400_000)
/** More than one step looks at. */
const ONCE = 1_200
const RECURRING = 60

const liftFile = ({ root }: Home): string => join(root, 'lift.json')
const liftOf = async (loop: SkillLoop): Promise<string> => rounded(await loop.learning.lift())

/** What a year leaves: turns that nothing needs, decisions with their outcomes, a skill. */
async function prepare(home: Home): Promise<typeof NONE> {
  const loop = await openHome(home, { now: at(0) })
  await loop.upkeep.retain()
  await run(loop, ['1', '2', '3'])
  for (let i = 0; i < RECURRING; i++) {
    const { sessionId = '', promptId = '' } = turn(`r${i}`)
    await loop.route({ text: REVIEW, sessionId, promptId })
    await loop.endOfRun({ ...turn(`r${i}`), outcome: i % 3 === 0 ? 'failure' : 'success' })
  }
  for (let i = 0; i < ONCE; i++)
    await loop.endOfRun({ ...turn(`once-${i}`, `once ${i} about ${i * 7}`), outcome: 'failure' })
  writeFileSync(liftFile(home), await liftOf(loop))
  await loop[Symbol.asyncDispose]()
  return NONE
}

/** Retention at a later time, to its end. */
export const RETENTION: readonly Scenario[] = [
  {
    name: 'retention',
    several: true,
    timely: true,
    prepare,
    async act(home, open) {
      const loop = await open(home, { now: at(500) })
      try {
        while (await loop.upkeep.retain());
      } finally {
        await loop[Symbol.asyncDispose]()
      }
    },
    async last(home) {
      const loop = await openHome(home, { now: at(501) })
      const { turns, decisions } = await loop.upkeep.tally()
      const found = [
        ...((await liftOf(loop)) === readFileSync(liftFile(home), 'utf8') ? [] : ['lift is not what it was']),
        ...(((await loop.review.evidence(REVIEW_SKILL))?.runs.length ?? 0) >= 3 ? [] : ['the skill lost its evidence']),
        ...(decisions === 0 ? [] : [`${decisions} decisions are left`]),
        ...(turns < RECURRING + ONCE ? [] : ['no turn was removed']),
      ]
      await loop[Symbol.asyncDispose]()
      const rows = look(home, (db) => db.prepare<[], number>('SELECT count(*) FROM turns').pluck().get())
      return rows === turns ? found : [...found, `${rows} turns, ${turns} counted`]
    },
  },
]
