import { expect, it } from 'vitest'
import { Home, REVIEW, TESTS, turn } from './command-line.ts'

interface Routed {
  readonly decision_id: string
  readonly pick: {
    readonly skill: string
    readonly path: string
    readonly hint: string
    readonly propensity: number
  } | null
  readonly reason: string
  readonly candidates: readonly {
    readonly skill: string
    readonly relevance: number
    readonly mean: number
    readonly draw?: number
  }[]
}

interface Explained extends Routed {
  readonly explanation: {
    readonly holdout: number
    readonly candidates: readonly {
      readonly skill: string
      readonly words: readonly unknown[]
      readonly propensity: number
      readonly why: string
    }[]
  }
}

/** How often the only skill was offered, loaded and credited. */
const counts = (home: Home) => home.within(async (loop) => (await loop.review.skills())[0]?.counts)

it('answers with exactly the written fields', async () => {
  const home = new Home()
  const skill = await home.draft()
  const { code, stderr, json } = await home.run(['route', 'please do a review of my branch', '--json'])
  const answer = json<Routed>()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(Object.keys(answer)).toEqual(['decision_id', 'pick', 'reason', 'candidates'])
  expect(answer.reason).toBe('picked')
  expect(answer.pick).toEqual({
    skill,
    path: `${home.skills}/${skill}/SKILL.md`,
    hint: expect.stringContaining(`${home.skills}/${skill}/SKILL.md`),
    propensity: 1,
  })
  expect(answer.pick?.hint).not.toContain('\n')
  expect(answer.candidates[0]).toMatchObject({ skill, relevance: expect.any(Number), mean: expect.any(Number) })
})

const SKILL = 'auto-branch-changes-review'

it('ends with 0 and the reason where there is no pick', async () => {
  const home = new Home()
  const none = await home.run(['route', 'anything at all', '--json'])
  expect(none).toMatchObject({ code: 0, stderr: '' })
  expect(none.json()).toMatchObject({ pick: null, reason: 'no_candidates', candidates: [] })
  await home.draft()
  const unrelated = await home.run(['route', 'what is the weather like in Lisbon', '--json'])
  expect(unrelated.code).toBe(0)
  expect(unrelated.json()).toMatchObject({ pick: null, reason: 'below_threshold' })
  expect((await home.run(['route', 'what is the weather like in Lisbon'])).stdout).toMatch(
    /^no skill: none fits: nearest is auto-branch-changes-review with 0\.\d\d, needed 0\.\d\d\ndecision [0-9a-f-]{36}\n/,
  )
})

it('forces the skill that the task names, and samples on where the name is no candidate', async () => {
  const home = new Home()
  const skill = await home.draft()
  const forced = await home.run(['route', `bake a cake @@skill=${skill}`, '--json'])
  expect(forced.json()).toMatchObject({ reason: 'forced', pick: { skill, propensity: 1 } })
  const unknown = await home.run(['route', 'bake a cake @@skill=nothing-such', '--json'])
  expect(unknown.json()).toMatchObject({ reason: 'below_threshold', pick: null })
})

it('explains each candidate: its words and fields, its numbers, and why it was offered or lost', async () => {
  const home = new Home()
  const skill = await home.draft(REVIEW, 'a')
  const other = await home.draft(TESTS, 'b')
  const answer = (await home.run(['route', 'please review my branch', '--explain', '--json'])).json<Explained>()
  expect(Object.keys(answer)).toEqual(['decision_id', 'pick', 'reason', 'candidates', 'explanation'])
  const [first, ...rest] = answer.explanation.candidates
  expect(first).toMatchObject({ skill, propensity: 1, why: 'offered: it promised the most' })
  expect(first).toEqual(expect.objectContaining({ fit: expect.any(Number), value: expect.any(Number) }))
  expect(first?.words).toContainEqual({
    word: 'review',
    fields: expect.arrayContaining(['name', 'description']),
    share: expect.any(Number),
  })
  for (const one of rest) expect(one.why).toMatch(/^not likely enough to be the right one: 0\.\d\d, needed 0\.\d\d$/)
  const { stdout } = await home.run(['route', 'please review my branch', '--explain'])
  expect(stdout).toMatch(
    /^Weighed are skills with a relevance of 0\.\d\d or more; to measure what skills are worth, an offer is held out with a probability of 0 %\.$/m,
  )
  expect(stdout).toMatch(/^\(no skill\) .* 0\.000$/m)
  expect(stdout).toContain(`${skill}: offered: it promised the most\n  branch (`)
  const forced = (await home.run(['route', `@@skill=${other}`, '--explain', '--json'])).json<Explained>()
  expect(forced.explanation.candidates).toMatchObject([{ skill: other, why: 'offered: the request names it' }])
  const none = (await home.run(['route', 'weather in Lisbon', '--explain', '--json'])).json<Explained>()
  expect(none.explanation.candidates.every(({ propensity }) => propensity === 0)).toBe(true)
})

it('says in a line why nothing was offered', async () => {
  const home = new Home()
  const skill = await home.draft()
  const why = async (task: string, ...more: string[]) =>
    (await home.run(['route', task, ...more])).stdout.split('\n')[0]
  expect(await why('rename the branch column in the table')).toMatch(
    new RegExp(`^no skill: none fits: nearest is ${skill} with 0\\.\\d\\d, needed 0\\.\\d\\d$`),
  )
  expect(await why('weather in Lisbon')).toMatch(/^no skill: no/)
  expect(await why(REVIEW, '--router-holdout', '1')).toBe(
    `no skill: ${skill} would have been offered; held out, to measure what it is worth`,
  )
})

it('says that a skill of another project fits, and how to have it', async () => {
  const home = new Home()
  await home.observe(['1', '2', '3'].map((id) => turn(REVIEW, id, { project_dir: home.work })))
  const [line] = (await home.run(['route', REVIEW, '--project', home.root])).stdout.split('\n')
  expect(line).toBe(
    `no skill: ${SKILL} fits, but is offered in its own project only: say its folder with --project, or "wayland-core skills promote ${SKILL} --everywhere" offers it in all`,
  )
  expect((await home.run(['route', REVIEW, '--project', home.work])).stdout).toContain(SKILL)
})

it('holds out the share of the decisions that it is told to, and never a forced one', async () => {
  const home = new Home()
  const skill = await home.draft()
  const all = ['--router-holdout', '1']
  const held = (await home.run(['route', REVIEW, '--json', ...all])).json<Routed>()
  expect(held).toMatchObject({ reason: 'held_out', pick: null, candidates: [{ skill }] })
  const forced = (await home.run(['route', `bake @@skill=${skill}`, '--json', ...all])).json<Routed>()
  expect(forced).toMatchObject({ reason: 'forced', pick: { skill, propensity: 1 } })
})

it('holds out about one decision in twenty unless told otherwise', async () => {
  const home = new Home()
  await home.draft()
  const env = { WAYLAND_ROUTER_HOLDOUT: '' }
  // The first offer of a skill is made for sure.
  expect((await home.run(['route', REVIEW, '--json'], { env })).json<Routed>().pick?.propensity).toBe(1)
  const { explanation } = (await home.run(['route', REVIEW, '--explain', '--json'], { env })).json<Explained>()
  expect(explanation.holdout).toBeCloseTo(0.05, 3)
  expect(explanation.candidates[0]?.propensity).toBeCloseTo(0.95, 3)
})

it('counts offers and outcomes by version', async () => {
  const home = new Home()
  const skill = await home.draft()
  const { decision_id: id } = (await home.run(['route', REVIEW, '--json'])).json<Routed>()
  await home.run(['reward', id, 'failure'])
  const uses = [{ version: '0.1.0', offered: 1, loaded: 1, successes: 0, failures: 1 }]
  expect((await home.run(['show', skill, '--json'])).json()).toMatchObject({ by_version: uses })
  expect((await home.run(['skills', '--json'])).json<{ skills: unknown[] }>().skills).toMatchObject([
    { name: skill, by_version: uses },
  ])
})

it('credits an outcome once, and says what became of it', async () => {
  const home = new Home()
  const skill = await home.draft()
  const { decision_id: id } = (await home.run(['route', REVIEW, '--json'])).json<Routed>()
  const first = await home.run(['reward', id, 'success', '--json'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.json()).toEqual({ decision_id: id, status: 'credited', skill })
  const again = await home.run(['reward', id, 'failure', '--json'])
  expect(again.json()).toMatchObject({ status: 'known' })
  expect((await home.run(['reward', id, 'success'])).stdout).toBe('counted before; nothing changed\n')
  expect(await counts(home)).toMatchObject({ successes: 1, failures: 0, offered: 1 })
})

it('credits nobody for an unknown outcome or a decision without a pick', async () => {
  const home = new Home()
  await home.draft()
  const { picked, none } = await home.within(async (loop) => ({
    picked: await loop.route({ text: REVIEW }),
    none: await loop.route({ text: 'weather in Lisbon' }),
  }))
  expect((await home.run(['reward', picked.id, 'unknown', '--json'])).json()).not.toMatchObject({
    status: 'credited',
  })
  expect((await home.run(['reward', none.id, 'success', '--json'])).json()).toEqual({
    decision_id: none.id,
    status: 'nothing',
    skill: null,
  })
  expect(await counts(home)).toMatchObject({ successes: 0, failures: 0 })
})

it('finds the decision of a turn by its session and prompt', async () => {
  const home = new Home()
  const skill = await home.draft()
  await home.run(['route', 'review my branch again', '--session', 's9', '--prompt', 'p9'])
  await home.learn([
    turn('review my branch again', '9', {
      session_id: 's9',
      prompt_id: 'p9',
      tool_calls: [{ name: 'Read', input: { file_path: `${home.skills}/${skill}/SKILL.md` }, ok: true }],
    }),
  ])
  expect(await counts(home)).toMatchObject({ successes: 1, loaded: 1 })
})

it('replays every random choice with a seed', async () => {
  const home = new Home()
  await home.draft('review the changes on the branch', 'a')
  await home.draft('review the branch for security', 'b')
  const task = 'review the branch'
  const chosen = ({ pick, candidates }: Pick<Routed, 'pick' | 'candidates'>) => JSON.stringify({ pick, candidates })
  const pick = (seed: number) =>
    home.within(async (loop) => chosen(await loop.route({ text: task })), {
      WAYLAND_SEED: String(seed),
      WAYLAND_ROUTER_PRECISION: '0',
    })
  const eight = async () => {
    const picks: string[] = []
    for (let seed = 1; seed <= 8; seed++) picks.push(await pick(seed))
    return picks
  }
  const first = await eight()
  expect(await eight()).toEqual(first)
  // Two skills that fit alike: other seeds make other choices.
  expect(new Set(first).size).toBeGreaterThan(1)
  const routed = await home.run(['route', task, '--json', '--router-precision', '0', '--seed', '2'])
  expect(chosen(routed.json<Routed>())).toBe(first[1])
})

it.each([
  [['route'], 2, /route needs "<task>"/],
  [['route', '  '], 2, /route needs the task as text/],
  [['reward'], 2, /reward needs <decision-id>/],
  [['reward', 'x'], 2, /reward needs <decision-id> success/],
  [['reward', 'x', 'great'], 2, /success, failure or unknown/],
  [['reward', 'x', 'success', 'y'], 2, /reward does not take "y"/],
  [['reward', 'x', 'success'], 1, /there is no decision "x"/],
] as const)('refuses %j with exit code %d', async (args, code, words) => {
  const done = await new Home().run([...args])
  expect({ code: done.code, stdout: done.stdout }).toEqual({ code, stdout: '' })
  expect(done.stderr).toMatch(words)
  expect(done.stderr).toMatch(/^Error: .*\nTry: .*\n$/)
})

it('tells of new drafts with a hint, once, and never in what a program reads', async () => {
  const home = new Home()
  const skill = await home.draft()
  const news = `a skill was drafted from your own runs: ${skill}`
  expect((await home.run(['route', REVIEW, '--json'])).stdout).not.toContain(news)
  expect((await home.run(['route', 'what is the weather like in Lisbon'])).stdout).not.toContain(news)
  expect((await home.run(['route', REVIEW])).stdout).toContain(news)
  expect((await home.run(['route', REVIEW])).stdout).not.toContain(news)
})
