import { once } from 'node:events'
import { expect, it } from 'vitest'
import { finished, Home, REVIEW, turn } from './command-line.ts'

const REVIEW_SKILL = 'auto-branch-changes-review'

it('answers each turn with a receipt of exactly the written fields', async () => {
  const home = new Home()
  const { code, lines, stderr } = await home.observe([1, 2, 3].map((n) => turn(REVIEW, `${n}`)))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(lines[0]).toEqual({
    turn_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'recorded',
    signature: 'branch-changes-review',
    streak: 1,
    draft: null,
  })
  expect(lines[2]).toMatchObject({
    streak: 3,
    draft: {
      status: 'drafted',
      skill: 'auto-branch-changes-review',
      path: `${home.skills}/auto-branch-changes-review`,
    },
  })
})

it('keeps the good lines around bad ones, names each bad one, and ends with 1', async () => {
  const good = JSON.stringify(turn(REVIEW, '1'))
  const bad = [
    ['nonsense', /^not JSON: /],
    ['{"user_input":"cut in the mid', /^not JSON: /],
    ['[1, 2]', /^a turn must be a JSON object$/],
    ['null', /^a turn must be a JSON object$/],
    ['"text"', /^a turn must be a JSON object$/],
    ['{"outcome":"success"}', /^user_input is missing$/],
    ['{"user_input":7}', /^user_input must be text, not number$/],
    ['{"user_input":["a"]}', /^user_input must be text, not object$/],
    ['{"user_input":"a task","outcome":"splendid"}', /^outcome must be success, failure or unknown, not "splendid"$/],
    ['{"user_input":"a task","outcome":1}', /^outcome must be/],
    ['{"user_input":"a task","stop_reason":5}', /^stop_reason must be text/],
    ['{"user_input":"a task","session_id":5}', /^session_id must be text/],
    ['{"user_input":"a task","project_dir":{}}', /^project_dir must be text/],
    ['{"user_input":"a task","turns":-1}', /^turns must be a whole number/],
    ['{"user_input":"a task","turns":"3"}', /^turns must be a whole number/],
    ['{"user_input":"a task","timestamp":"yesterday"}', /^timestamp must be an ISO 8601 time/],
    ['{"user_input":"a task","tool_calls":{}}', /^tool_calls must be a list/],
    ['{"user_input":"a task","tool_calls":[7]}', /^tool_calls\[0\] must be an object with a name/],
    ['{"user_input":"a task","tool_calls":[{"name":"Bash","ok":"yes"}]}', /^tool_calls\[0\]\.ok must be/],
  ] as const
  const home = new Home()
  const input = [...bad.map(([line]) => line), good, ...bad.map(([line]) => line), JSON.stringify(turn(REVIEW, '2'))]
  const { code, lines, stderr } = await home.run(['observe'], { stdin: input.join('\n') })
  expect(code).toBe(1)
  expect(lines).toHaveLength(input.length)
  for (const [i, [, error]] of bad.entries()) {
    expect(lines[i]).toEqual({ line: i + 1, error: expect.stringMatching(error) })
    expect(lines[i + bad.length + 1]).toEqual({ line: i + bad.length + 2, error: expect.stringMatching(error) })
  }
  expect(lines[bad.length]).toMatchObject({ status: 'recorded', streak: 1 })
  expect(lines.at(-1)).toMatchObject({ status: 'recorded', streak: 2 })
  expect(stderr).toMatch(/^Error: 38 of 40 lines were refused; each is named on stdout\nTry: .*\n$/)
})

it('ignores unknown fields, empty fields, blank lines, a byte order mark and carriage returns', async () => {
  const odd = { ...turn(REVIEW, '1'), picked_skill: null, summary: null, colour: 'blue', nested: { deep: [1] } }
  const stdin = `\ufeff${JSON.stringify(odd)}\r\n\r\n   \n${JSON.stringify(turn(REVIEW, '2'))}\r\n`
  const { code, lines } = await new Home().run(['observe'], { stdin })
  expect(code).toBe(0)
  expect(lines.map(({ status, streak }) => [status, streak])).toEqual([
    ['recorded', 1],
    ['recorded', 2],
  ])
})

it('refuses a line that is not UTF-8 or holds NUL bytes, and keeps those around it', async () => {
  const line = (text: string, encoding: BufferEncoding = 'utf8') =>
    Buffer.from(`{"user_input":"${text}","outcome":"success"}\n`, encoding)
  const stdin = Buffer.concat([
    line('déployer la branche', 'latin1'),
    line('deploy the web application'),
    line('deploy\0the\0web'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    line('deploy the web application'),
  ])
  const { code, lines } = await new Home().run(['observe'], { stdin })
  expect(code).toBe(1)
  expect(lines[0]).toEqual({ line: 1, error: 'not UTF-8' })
  expect(lines[1]).toMatchObject({ status: 'recorded', streak: 1 })
  expect(lines[2]).toEqual({ line: 3, error: 'holds NUL bytes' })
  expect(lines[3]).toEqual({ line: 4, error: 'not UTF-8' })
  expect(lines[4]).toMatchObject({ status: 'recorded', streak: 2 })
})

it('refuses a line of 100 MB without holding it, and keeps those around it', async () => {
  const home = new Home()
  const child = home.start(['observe'])
  const done = finished(child)
  const stdin = child.stdin
  if (stdin === null) throw new Error('no stdin')
  const write = async (data: string | Buffer) => {
    if (!stdin.write(data)) await once(stdin, 'drain')
  }
  const block = Buffer.alloc(1024 * 1024, 'x')
  await write(`${JSON.stringify(turn(REVIEW, '1'))}\n{"user_input":"`)
  for (let i = 0; i < 100; i++) await write(block)
  await write(`","outcome":"success"}\n${JSON.stringify(turn(REVIEW, '2'))}\n`)
  stdin.end()
  const { code, lines } = await done
  expect(code).toBe(1)
  expect(lines[0]).toMatchObject({ status: 'recorded', streak: 1 })
  expect(lines[1]).toEqual({ line: 2, error: 'the line is longer than 16777216 bytes' })
  expect(lines[2]).toMatchObject({ status: 'recorded', streak: 2 })
})

it('records turns of 64 KiB with every kind of character', async () => {
  const request = `review the changes on the branch "quoted": --- \u0000\u001b[31m ${'Überprüfung 审查 '.repeat(4000)}`
  const { code, lines } = await new Home().observe([1, 2, 3].map((n) => turn(request, `${n}`)))
  expect(code).toBe(0)
  expect(lines.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'recorded'])
})

it('answers nothing to an empty stdin, and ends with 0', async () => {
  const { code, stdout, stderr } = await new Home().run(['observe'])
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
})

it('records every turn although nobody reads its answers any more', async () => {
  const home = new Home()
  const child = home.start(['observe'])
  const done = finished(child)
  child.stdin?.write(`${JSON.stringify(turn(REVIEW, '0'))}\n`)
  await once(child.stdout!, 'data')
  child.stdout?.destroy()
  // Each request has a signature of its own, so that nothing but recording happens.
  for (let n = 1; n <= 50; n++) child.stdin?.write(`${JSON.stringify(turn(`look at topic${n}word`, `${n}`))}\n`)
  child.stdin?.end()
  const { code, stderr } = await done
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect((await home.run(['status', '--json'])).json().turns).toBe(51)
})

it('counts a turn once that comes twice, also from another process', async () => {
  const home = new Home()
  const first = await home.observe([turn(REVIEW, '1')])
  const again = await home.observe([turn(REVIEW, '1'), turn(REVIEW, '2')])
  expect(again.lines[0]).toMatchObject({ turn_id: first.lines[0]?.turn_id, status: 'known', streak: 1 })
  expect(again.lines[1]).toMatchObject({ status: 'recorded', streak: 2 })
})

it('says why a turn does not count: no word to go by, a failure, an unknown outcome', async () => {
  const { code, lines } = await new Home().observe([
    { user_input: 'yes', outcome: 'success' },
    turn(REVIEW, '1'),
    turn(REVIEW, '2', { outcome: 'failure' }),
    turn(REVIEW, '3', { outcome: 'unknown' }),
    { user_input: REVIEW },
  ])
  expect(code).toBe(0)
  expect(lines.map(({ status, streak, reason }) => [status, streak, reason ?? ''])).toEqual([
    ['ignored', 0, 'the request has no word to go by'],
    ['recorded', 1, ''],
    ['recorded', 0, expect.stringContaining('failed')],
    ['recorded', 0, expect.stringContaining('unknown')],
    ['recorded', 0, expect.stringContaining('unknown')],
  ])
})

it('lets two processes observe at once: no turn lost, none counted twice', async () => {
  const home = new Home()
  const from = (first: number) => Array.from({ length: 60 }, (_, i) => JSON.stringify(turn(REVIEW, `${first + i}`)))
  // Nothing is drafted: what is counted is seen in the streak, which holds every turn once.
  const observe = (first: number) =>
    home.run(['observe', '--bucket-threshold', '100'], { stdin: from(first).join('\n') })
  const both = await Promise.all([observe(0), observe(30)])
  expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }))
  const receipts = both.flatMap(({ lines }) => lines)
  expect(receipts.filter(({ status }) => status === 'known')).toHaveLength(30)
  const streaks = receipts.filter(({ status }) => status === 'recorded').map(({ streak }) => streak)
  expect(streaks.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1))
})

it('drafts only from what it is given a flag for: threshold, scope', async () => {
  const home = new Home()
  const two = [turn(REVIEW, '1', { project_dir: '/a' }), turn(REVIEW, '2', { project_dir: '/b' })]
  const scoped = await home.run(['observe', '--bucket-scope', 'project', '--bucket-threshold', '2'], {
    stdin: two.map((t) => JSON.stringify(t)).join('\n'),
  })
  expect(scoped.lines.map(({ streak }) => streak)).toEqual([1, 1])
  const third = await home.run(['observe', '--bucket-threshold=2', '--bucket-scope=project'], {
    stdin: JSON.stringify(turn(REVIEW, '3', { project_dir: '/a' })),
  })
  expect(third.lines[0]?.draft).toMatchObject({ status: 'drafted' })
})

it.each(['similar', 'signature'])('a success of 60 days ago joins no streak of today, by %s', async (grouping) => {
  const home = new Home()
  const env = { WAYLAND_BUCKET_GROUPING: grouping }
  const at = (id: string, hours: number, outcome = 'success') =>
    turn(REVIEW, id, { outcome, timestamp: new Date(Date.now() - hours * 3_600_000).toISOString() })
  const early = await home.observe([at('1', 9), at('2', 8), at('old', 60 * 24), at('3', 7)], { env })
  expect(early.lines.map(({ draft }) => draft?.status)).toEqual([undefined, undefined, undefined, 'drafted'])
  const { evidence } = (await home.run(['show', REVIEW_SKILL, '--json'], { env })).json<{ evidence: object }>()
  expect(JSON.stringify(evidence)).not.toContain(early.lines[2]?.turn_id)
  // A group is there by now, and two of today wait in it.
  const late = await home.observe([at('4', 6), at('5', 5), at('older', 61 * 24), at('6', 4)], { env })
  expect(late.lines.map(({ streak, draft }) => draft?.status ?? streak)).toEqual([1, 2, 2, 'updated'])
})
