import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { drain } from '../../../src/daemon/drain.ts'
import { jobName, jobOf } from '../../../src/daemon/job.ts'
import { openSpool } from '../../../src/daemon/spool.ts'
import type { RunEnded } from '../../../src/transcript/hook-event.ts'
import { claudeCode, write } from '../../path/engines/agents.ts'
import { type Home, openHome, REVIEW, REVIEW_SKILL } from '../home.ts'
import { type InLoop, inLoop, type Scenario, scenario } from '../scenario.ts'
import { drafted } from './review.ts'

/** Sessions of one turn each on one task, so that the third completes a streak. */
const SESSIONS = ['a', 'b', 'c']
/** Three streaks: the first makes the skill, and its next version stands for the others. */
const MANY_SESSIONS = [...'abcdefghi']

const turnOf = (session: string) => ({
  session: `session-${session}`,
  id: session,
  request: REVIEW,
  answer: `Reviewed it, ${session}.`,
  commands: ['git diff main...HEAD', 'npm test', 'git log'],
})

function put(home: Home, session: string): void {
  const { session: sessionId } = turnOf(session)
  const event: RunEnded = {
    kind: 'turn_ended',
    engine: claudeCode.engine,
    sessionId,
    transcriptPath: join(home.root, claudeCode.file(sessionId)),
    stopHookActive: false,
  }
  // As old as an event of which the transcript is taken as it is.
  const at = Date.now() - 60_000
  spoolOf(home).put(jobName(event), jobOf(event, [join(home.root, '.claude', 'projects')], at))
}

const spoolOf = (home: Home) => openSpool(home.data, process.pid, () => false)

const takeIn: InLoop = async (loop, home) => {
  const { fault } = await drain(loop, spoolOf(home), { wait: true })
  if (fault !== undefined) throw fault
}

/** A home in which sessions were had, with events put aside for some. */
const had = (spooled: readonly string[]): InLoop => {
  return async (_loop, home) => {
    for (const session of new Set([...SESSIONS, ...spooled])) write(claudeCode, home.root, turnOf(session))
    for (const session of spooled) put(home, session)
  }
}

const ROUTED = 'review my branch'

/** What a write of the index left goes with a later one, once it is so old that nobody can be at it. */
async function isSwept(home: Home): Promise<readonly string[]> {
  const left = () => readdirSync(home.data).filter((name) => /\.index\..*\.new$/.test(name))
  const then = Date.now() / 1000 - 7200
  for (const name of left()) utimesSync(join(home.data, name), then, then)
  await inLoop((loop) => loop.review.move(REVIEW_SKILL, 'promote'))(home, openHome)
  return [
    ...left().map((name) => `left of the index: ${name}`),
    ...(existsSync(`${home.database}.index`) ? [] : ['the index is not saved']),
  ]
}

/** What hooks put aside and what is read from it, and the index that is saved beside the database. */
export const EVENTS: readonly Scenario[] = [
  {
    ...scenario('a hook puts an event aside', had([]), async () => {}),
    async act(home) {
      try {
        put(home, 'a')
      } catch (cause) {
        // A hook is silent whatever happens: no words of the spool's reach anybody.
        throw Object.assign(new Error('nothing was put aside', { cause }), { code: 'storage_unavailable' })
      }
    },
    next: takeIn,
  },
  { ...scenario('drain the spool', had(SESSIONS), takeIn), next: takeIn },
  {
    ...scenario('draft from several streaks', had(MANY_SESSIONS), takeIn),
    next: takeIn,
    several: true,
    together: true,
  },
  {
    ...scenario(
      'try again what was put aside',
      async (loop, home) => {
        await had(SESSIONS)(loop, home)
        const spool = spoolOf(home)
        for (let job = spool.claim(new Date()); job !== undefined; job = spool.claim(new Date()))
          spool.putAside(job, 'it could not be read')
      },
      async (loop, home) => {
        try {
          spoolOf(home).tryAgain()
        } catch (cause) {
          // The command says it in its own words.
          throw Object.assign(new Error('nothing was tried again', { cause }), { code: 'storage_unavailable' })
        }
        await loop.upkeep.tryAgain()
        await takeIn(loop, home)
      },
    ),
    next: takeIn,
    several: true,
  },
  {
    ...scenario('save the skill index', drafted, (loop) => loop.route({ text: ROUTED })),
    next: (loop) => loop.route({ text: ROUTED }),
    last: isSwept,
  },
]
