import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactText, redactTurn } from '../../src/domain/redact.ts'
import { signature } from '../../src/domain/signature.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { plantedSecrets } from './planted-secrets.ts'

const turn = (given: Partial<TurnTrajectory> = {}): TurnTrajectory => ({
  userInput: 'deploy the service',
  outcome: 'success',
  summary: '3 turns',
  timestamp: new Date('2026-01-05T12:00:00Z'),
  ...given,
})

const PLACES: Readonly<Record<string, (shown: string) => TurnTrajectory>> = {
  'the prompt': (shown) => turn({ userInput: `please deploy with this:\n${shown}\nthanks` }),
  'the summary': (shown) => turn({ summary: `used ${shown}` }),
  'a shell command': (shown) => call({ command: `echo start; ${shown}` }),
  'a deep input': (shown) => call({ edits: [{ old: 'x', new: { text: `a\n${shown}\n` } }] }),
  'an input key': (shown) => call({ [`map ${shown}`]: 1 }),
  'an error': (shown) => turn({ toolCalls: [{ name: 'Bash', input: {}, ok: false, error: `failed: ${shown}` }] }),
  'JSON within a text': (shown) => call({ content: JSON.stringify({ body: `x\n${shown}` }) }),
}

const call = (input: unknown) => turn({ toolCalls: [{ name: 'Bash', input, ok: true }] })

describe('planted secrets', () => {
  for (const [place, plant] of Object.entries(PLACES))
    for (const { kind, secret, shown } of plantedSecrets())
      test(`a ${kind} in ${place} does not survive (${secret.length} characters)`, () => {
        const planted = plant(shown)
        expect(JSON.stringify(planted)).toContain(secret)
        expect(JSON.stringify(redactTurn(planted))).not.toContain(secret)
      })

  test('each one goes from paths, errors and ids when it is known from another place, encoded or not', () => {
    for (const { kind, secret, shown } of plantedSecrets(11)) {
      const clean = redactTurn(
        turn({
          sessionId: `s-${secret}`,
          projectDir: `/srv/${encodeURIComponent(secret)}/app`,
          toolCalls: [
            { name: 'Bash', input: { command: shown }, ok: true },
            { name: 'Read', input: { path: `/data/x/${secret}.txt` }, ok: false, error: `no such file ${secret}` },
            { name: 'Fetch', input: { body: Buffer.from(`user:${secret}`).toString('base64') }, ok: true },
            { name: 'Fetch', input: { body: Buffer.from(`xy${secret}z`).toString('base64') }, ok: true },
          ],
        }),
      )
      const text = JSON.stringify(clean)
      expect(text, kind).not.toContain(secret)
      expect(text, kind).not.toContain(encodeURIComponent(secret))
      expect(Buffer.from(JSON.stringify(clean.toolCalls?.[2]?.input), 'base64').toString(), kind).not.toContain(secret)
      expect(text, kind).not.toContain(Buffer.from(`user:${secret}`).toString('base64').slice(8, -4))
      expect(text, kind).not.toContain(Buffer.from(`xy${secret}z`).toString('base64').slice(4, -4))
    }
  })
})

describe('redactText', () => {
  test('any text is redacted without an error, and redacting the result again changes nothing (AH6)', () => {
    const pieces = fc.constantFrom(
      ...plantedSecrets(3).map(({ shown }) => shown),
      ...[
        'password',
        'token',
        '=',
        ': ',
        ' is ',
        '"',
        "'",
        '\n',
        '@',
        '://',
        '/home/',
        'C:\\Users\\',
        '[redacted:x]',
        '\ud800',
      ],
      ...['alice', '.com', 'Authorization', 'Bearer ', '-u ', '--password ', '{', '}', '%40', '\\n', ' ', 'abc123XYZ!'],
    )
    const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 12 })), { maxLength: 14 }).map((all) => all.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const once = redactText(text).text
        expect(redactText(once)).toEqual({ text: once, found: 0 })
      }),
      { numRuns: 2000, seed: 5 },
    )
  })

  test('requests without secrets stay as they are', () => {
    for (const text of CLEAN) expect(redactText(text)).toEqual({ text, found: 0 })
  })
})

const CLEAN = [
  'fix the failing tests in src/domain/signature.test.ts',
  'the tests pass now, raise max_tokens: 4096 and set token_count=5',
  'const token = getToken(request); const password: string = config.database.password',
  'git clone git@github.com:owner/repository.git and check out 2f7f58e0c8d1f0a9b3c4d5e6f708192a3b4c5d6e',
  'npm install @scope/package@1.2.3 --save-exact',
  'use $DATABASE_PASSWORD or process.env.API_KEY, never the value: password=$PASS token: <your-token>',
  'why does the tokenizer split "secretary" and what does the password field of the form validate?',
  'docker run -u 1000:1000 image:latest, opened at 12:30:45 on localhost:8080',
  'the id is 123e4567-e89b-12d3-a456-426614174000',
  'rename MyVeryLongComponentNameForTheV2Dashboard to shortName',
]

describe('signing', () => {
  test('a placeholder is no word of the request', () => {
    const { secret } = plantedSecrets()[2]!
    const { text } = redactText(`deploy ${secret} staging`)
    expect(text).toBe('deploy [redacted:github-token] staging')
    expect(signature(text)).toBe('deploy-staging')
  })
})

describe('redactTurn', () => {
  test('a turn with nothing to hide is returned as the same object', () => {
    const given = turn({
      toolCalls: [{ name: 'Bash', input: { command: 'npm test', argv: ['npm', 'test'] }, ok: true }],
    })
    expect(redactTurn(given)).toBe(given)
  })

  test('home folders become ~ in folders and inputs, so that paths still compare', () => {
    const clean = redactTurn(
      turn({
        projectDir: '/home/alice/work/app',
        toolCalls: [
          { name: 'Read', input: { path: '/home/alice/work/app/src/x.ts' }, ok: true, cwd: '/Users/alice/app' },
        ],
      }),
    )
    expect(clean.projectDir).toBe('~/work/app')
    expect(clean.toolCalls?.[0]).toMatchObject({ input: { path: '~/work/app/src/x.ts' }, cwd: '~/app' })
    expect(redactTurn(turn({ projectDir: 'C:\\Users\\Alice Smith\\app' })).projectDir).toBe('~\\app')
  })

  test('structured inputs keep their structure, whatever they hold', () => {
    const values = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(values, (input) => {
        const clean = redactTurn(turn({ toolCalls: [{ name: 'Tool', input, ok: true }] })).toolCalls?.[0]?.input
        expect(shape(clean)).toEqual(shape(input))
      }),
      { numRuns: 500, seed: 5 },
    )
  })

  test('argument lists, settings with a name and a value, and numbers named like a password are understood', () => {
    const [first, second] = plantedSecrets(5).filter(({ kind }) => kind === 'url password')
    const input = {
      argv: ['curl', '-u', `deploy:${first!.secret}`, '--token', second!.secret],
      env: [{ name: 'API_KEY', value: `${second!.secret}x` }],
      pin: 7,
      passcode: 48151623,
    }
    const clean = redactTurn(turn({ toolCalls: [{ name: 'Bash', input, ok: true }] })).toolCalls?.[0]?.input
    expect(clean).toEqual({
      argv: ['curl', '-u', 'deploy:[redacted:user-password]', '--token', '[redacted:token]'],
      env: [{ name: 'API_KEY', value: '[redacted:token]' }],
      pin: 7,
      passcode: '[redacted:password]',
    })
  })

  test('cycles and inputs that are too deep neither throw nor keep what was not read', () => {
    const cycle: Record<string, unknown> = { list: [] }
    cycle.self = cycle
    let deep: unknown = plantedSecrets()[2]!.secret
    for (let i = 0; i < 5000; i++) deep = { deep }
    const clean = redactTurn(turn({ toolCalls: [{ name: 'T', input: [cycle, deep], ok: true }] }))
    expect(JSON.stringify(clean)).not.toContain(plantedSecrets()[2]!.secret)
  })
})

/** The kinds of values at each place, whatever the texts say. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shape)
  return typeof value
}
