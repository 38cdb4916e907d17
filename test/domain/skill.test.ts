import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signature } from '../../src/domain/signature.ts'
import { isSkillName, MAX_NAME } from '../../src/domain/skill.ts'
import { isSafeName, skillName } from '../../src/domain/skill-reference.ts'
import { times } from '../long.ts'

/** Letters of many scripts, so that one signature may mix any of them. */
const SCRIPTS = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'àéîõüçñøåßœæłžş',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'अआइईउऊएऐओऔकखगघचछजझ',
  '重构代码测试数据库服务器分析报告',
  'あいうえおカキクケコ',
  '한국어테스트코드',
  'กขคงจฉชซญดตถ',
  'აბგდევზთ',
  '𐐨𐐩𐐪𠀀𠮷',
]

const word = fc
  .constantFrom(...SCRIPTS)
  .chain((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 40 }))
const request = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

describe('skillName', () => {
  it('is auto- and the signature where that is a safe name', () =>
    expect(skillName('code-refactor')).toBe('auto-code-refactor'))

  it('is safe for signatures in every script, and no two share one', () => {
    const names = new Map<string, string>()
    const many = times(2_000, 10_000)
    const requests = fc.sample(request, { seed: 4, numRuns: many })
    for (const key of requests.map((text) => signature(text)).filter((key) => key !== '')) {
      const name = skillName(key)
      expect(name).toMatch(/^auto-[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(name.length).toBeLessThanOrEqual(MAX_NAME)
      expect(names.get(name) ?? key).toBe(key)
      names.set(name, key)
    }
    expect(names.size).toBeGreaterThan(0.9 * many)
  })

  it('keeps apart signatures that are written alike in ASCII', () => {
    const alike = ['café', 'cafe', 'cafè', 'CAFE'.toLowerCase(), 'кафе']
    expect(new Set(alike.map(skillName)).size).toBe(new Set(alike).size)
  })

  it('keeps apart a signature and one that looks like its fitted name', () => {
    const fitted = skillName('café')
    expect(skillName(fitted.slice('auto-'.length))).not.toBe(fitted)
  })

  it('cuts long tokens and keeps them apart', () => {
    const [a, b] = [skillName(`${'a'.repeat(300)}x`), skillName(`${'a'.repeat(300)}y`)]
    expect([a, b].every(isSafeName)).toBe(true)
    expect(a).not.toBe(b)
  })
})

it.each(['--help', '-rf', '_x', '.x', ''])('no skill is called "%s"', (name) => expect(isSkillName(name)).toBe(false))

it.each(['a', 'A.b_c-1', 'обзор', '審查', 'a'.repeat(MAX_NAME), '𝐚'.repeat(MAX_NAME)])(
  'a skill may be called "%s"',
  (name) => expect(isSkillName(name)).toBe(true),
)

it.each(['a'.repeat(MAX_NAME + 1), '𝐚'.repeat(MAX_NAME + 1), 'a b', 'a/b', 'a\n', '-обзор'])('but not "%s"', (name) =>
  expect(isSkillName(name)).toBe(false),
)
