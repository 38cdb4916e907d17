import { expect, test } from 'vitest'
import { scanFiles } from '../../src/domain/safety.ts'
import { toSarif } from '../../src/domain/sarif.ts'

const findings = scanFiles(
  new Map([
    ['a b/SKILL.md', new TextEncoder().encode('x\nrm -rf /\n')],
    ['z.bin', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2])],
  ]),
)

test('findings become results with their rule, level, line and place', () => {
  const log = toSarif(findings, '1.2.3')
  const [run] = log.runs
  expect(log.version).toBe('2.1.0')
  expect(run?.tool.driver).toMatchObject({ name: 'wayland-core', version: '1.2.3' })
  expect(run?.results).toHaveLength(2)
  expect(run?.results[0]).toMatchObject({
    ruleId: 'destructive-command',
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b/SKILL.md' },
          region: { startLine: 2, snippet: { text: 'rm -rf /' } },
        },
      },
    ],
  })
  for (const result of run?.results ?? []) expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId)
})

test('no findings make a log with no results', () => {
  expect(toSarif([], '1.0.0').runs[0]?.results).toEqual([])
})
