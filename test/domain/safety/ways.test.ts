import { describe, expect, it } from 'vitest'
import { gravest, scanText } from '../../../src/domain/safety.ts'
import { isShown, readWays } from './ways.ts'

const WAYS = readWays()
const stops = (text: string) => ['block', 'warn'].includes(gravest(scanText(text, { file: 'SKILL.md' })) ?? 'none')

describe.each([...new Set(WAYS.map(({ family }) => family))])('%s', (family) => {
  const ways = WAYS.filter((way) => way.family === family)

  it.each(ways.map(({ attack }) => [attack.slice(0, 80), attack]))(
    'are stopped, or shown as what it can do: %j',
    (_, attack) => {
      expect(stops(attack) || isShown(attack)).toBe(true)
    },
  )

  it.each(ways.map(({ twin }) => [twin.slice(0, 80), twin]))('have an honest twin that passes: %j', (_, twin) => {
    expect(twin).not.toBe('')
    expect(stops(twin)).toBe(false)
  })
})
