import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bodyDigest,
  checkedMeasurement,
  idOf,
  type Measurement,
  measurementFromWire,
  speaksFor,
} from '../../src/domain/measurement.ts'

const DIGEST = bodyDigest('Do it.')
const ROW = { skill: 'a', score: 0.5, body_digest: DIGEST }
const UUID = '7c0d4f3e-9b1a-4c5d-8e6f-0a1b2c3d4e5f'

describe('bodyDigest', () => {
  it('is SHA-256 of the text, whatever its line ends and the white space around it', () => {
    // printf 'Do it.' | sha256sum
    expect(DIGEST).toBe('456e482ab0f50031da0c0e21545bc359f273a93cf155ae5286125f325068493e')
    expect(bodyDigest('\r\nDo it.\r\n\n')).toBe(DIGEST)
    expect(bodyDigest('Do\r\nit.')).toBe(bodyDigest('Do\nit.'))
    expect(bodyDigest('Do it!')).not.toBe(DIGEST)
  })
})

describe('checkedMeasurement', () => {
  const checked = (row: object) => checkedMeasurement(measurementFromWire(row))

  it('takes a row with what it must have, and gives digest and time in their one form', () => {
    expect(checked(ROW)).toEqual({ skill: 'a', score: 0.5, bodyDigest: DIGEST })
    expect(
      checked({
        ...ROW,
        body_digest: DIGEST.toUpperCase(),
        prompt_body: ' Do it.\n',
        scorer: 'bench',
        id: UUID.toUpperCase(),
        parent: null,
        generation: 2,
        created_at: '2026-01-01T00:00:00Z',
        metadata: { tasks: 40 },
      }),
    ).toEqual({
      skill: 'a',
      score: 0.5,
      bodyDigest: DIGEST,
      promptBody: ' Do it.\n',
      id: UUID,
      generation: 2,
      createdAt: 1_767_225_600,
      metadata: { tasks: 40 },
    })
    expect(checked({ skill: 'a', score: 1, prompt_body: 'Do it.' }).bodyDigest).toBe(DIGEST)
  })

  it.each([
    [[], /a row must be a JSON object/],
    ['text', /a row must be a JSON object/],
    [null, /a row must be a JSON object/],
    [{ ...ROW, skil: 1 }, /there is no field "skil"/],
    [{ ...ROW, toString: 1 }, /there is no field "toString"/],
    [{ ...ROW, skill: ' ' }, /skill must be/],
    [{ ...ROW, skill: 7 }, /skill must be/],
    [{ ...ROW, score: undefined }, /score must be a number from 0 to 1, not missing/],
    [{ ...ROW, score: null }, /score must be a number from 0 to 1, not missing/],
    [{ ...ROW, score: '0.5' }, /score must be .* not "0.5"/],
    [{ ...ROW, score: 1.01 }, /score must be .* not 1.01/],
    [{ ...ROW, score: -0.1 }, /score must be/],
    [{ ...ROW, scorer: 'auto_drafter' }, /scorer must be "bench", not "auto_drafter"/],
    [{ ...ROW, body_digest: 'abc' }, /bodyDigest must be a SHA-256 as 64 hex digits, not "abc"/],
    [{ skill: 'a', score: 1 }, /bodyDigest is missing/],
    [{ ...ROW, prompt_body: 'Do it otherwise.' }, /bodyDigest is not that of the text/],
    [{ ...ROW, prompt_body: 7 }, /promptBody must be text/],
    [{ ...ROW, id: '1' }, /id must be a UUID/],
    [{ ...ROW, parent: 'the first' }, /parent must be a UUID/],
    [{ ...ROW, generation: 1.5 }, /generation must be a whole number/],
    [{ ...ROW, created_at: 'yesterday' }, /createdAt must be/],
    [{ ...ROW, created_at: -1 }, /createdAt must be/],
    [{ ...ROW, metadata: [] }, /metadata must be an object/],
  ])('refuses %j', (row, words) => {
    let said: unknown
    try {
      checked(row as object)
    } catch (error) {
      said = error
    }
    expect(said).toMatchObject({ code: 'bad_file', message: expect.stringMatching(words) })
  })

  it('takes or refuses any JSON value, and throws nothing else', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          expect(checked(value as object).score).toBeLessThanOrEqual(1)
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_file' })
        }
      }),
    ))
})

describe('idOf', () => {
  const measurement: Measurement = { skill: 'a', score: 0.5, bodyDigest: DIGEST }
  const id = (more: Partial<Measurement> = {}, skill = 's') =>
    idOf(checkedMeasurement({ ...measurement, ...more }), skill)

  it('is a UUID v4 that follows from what was measured, and changes with any of it', () => {
    expect(id()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(id({ skill: 'another name of it' })).toBe(id())
    const others = [
      id({}, 't'),
      id({ score: 0.6 }),
      id({ bodyDigest: bodyDigest('x') }),
      id({ parent: UUID }),
      id({ generation: 0 }),
      id({ createdAt: 5 }),
      id({ metadata: {} }),
    ]
    expect(new Set([id(), ...others]).size).toBe(8)
  })
})

describe('speaksFor', () => {
  it('holds a row to the text that it names', () => {
    expect(speaksFor({ body_digest: DIGEST }, () => '\nDo it.\n')).toBe(true)
    expect(speaksFor({ body_digest: DIGEST }, () => 'Do it otherwise.')).toBe(false)
    expect(speaksFor({ body_digest: DIGEST }, () => undefined)).toBe(false)
    const unread = () => expect.fail('the text was read')
    expect([speaksFor(null, unread), speaksFor({}, unread)]).toEqual([true, true])
  })
})
