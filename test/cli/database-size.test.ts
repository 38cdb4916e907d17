import { expect, it } from 'vitest'
import { Home, turn } from './command-line.ts'

it('says in status and doctor that the rows are above their bound, and what may keep them so', async () => {
  const home = new Home()
  const long = 'the parser loses the second line of a comment '.repeat(60)
  await home.observe(Array.from({ length: 600 }, (_, i) => turn(`once ${i} ${long}`, `${i}`)))
  const said = async (maxMb: number) => {
    const env = { WAYLAND_RETENTION_MAX_MB: String(maxMb) }
    const { json } = await home.run(['status', '--json'], { env })
    const { stdout } = await home.run(['status'], { env })
    const doctor = await home.run(['doctor', '--json'], { env })
    const { checks } = doctor.json<{ checks: { what: string; state: string; found: string; fix?: string }[] }>()
    const notes = checks.filter(({ what, state }) => what === 'database' && state !== 'ok')
    return { over: json().database_over_bound, stdout, notes, code: doctor.code }
  }
  const within = await said(64)
  expect([within.over, within.notes, within.code]).toEqual([false, [], 0])
  expect(within.stdout).not.toContain('retention.maxMb')
  const over = await said(1)
  expect([over.over, over.code]).toEqual([true, 0])
  expect(over.stdout).toMatch(
    /take \d\.\d MiB, more than retention\.maxMb \(1\): .* \(30\), and nothing that a skill needs\n/,
  )
  expect(over.notes).toEqual([{ what: 'database', state: 'note', found: expect.any(String), fix: expect.any(String) }])
  expect(over.stdout).toContain(`\n${over.notes[0]?.found}\n${over.notes[0]?.fix}\n`)
})
