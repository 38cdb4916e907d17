// What does the index of a large library cost one process: to build, to start from its file, to follow an edit, to save?
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import { createSkillSearch } from '../../src/service/skill-search.ts'
import { openIndexFile } from '../../src/store/index-file.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { devQueries, needData, seeded, skillBank } from './routing-data.ts'

needData()
const queries = devQueries().report.map(({ query }) => query)
for (const size of process.argv.includes('--quick') ? [1_000, 10_000] : [1_000, 10_000, 100_000]) await measure(size)

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
  let ids = 0
  let skills = records(size)
  const before = process.memoryUsage().rss
  const pauses: number[] = []
  let worked = cpu()
  const start = () =>
    createSkillSearch({
      file: openIndexFile(join(folder, 'db.index'), () => `${++ids}`),
      offered: async () => skills,
      later: () => () => {},
      async pause() {
        pauses.push(cpu() - worked)
        await setImmediate()
        worked = cpu()
      },
      tell: () => {},
    })
  try {
    const first = start()
    const building = await timed(() => first.keep(skills))
    await first.close()
    const search = start()
    const boot = await timed(() => search.keep(skills))
    const edits: number[] = []
    for (let i = 0; i < 21; i++) {
      skills = skills.with(i, { ...skills[i]!, description: `edited for the ${i}th time` })
      edits.push(await timed(() => search.keep(skills)))
    }
    const searches = queries.map((query) => clocked(() => search.search(query, 30)))
    const memory = (process.memoryUsage().rss - before) / 2 ** 20
    search.changed()
    pauses.length = 0
    worked = cpu()
    const saving = await timed(() => search.close())
    console.log(
      `${size} skills: build ${building.toFixed(0)} ms, boot with every digest checked ${boot.toFixed(0)} ms = ` +
        `${(boot / building).toFixed(3)}, edit p50 ${middle(edits).toFixed(2)} ms, search p50 ${middle(searches).toFixed(2)} ms, ` +
        `save ${saving.toFixed(0)} ms in pieces of at most ${Math.max(...pauses).toFixed(0)} ms, ${memory.toFixed(0)} MB more`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of processor time: other work on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timed(run: () => Promise<void>): Promise<number> {
  const begun = cpu()
  await run()
  return cpu() - begun
}

function clocked(run: () => unknown): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** As many rows as wanted, each with the name and triggers of one skill of the bank and the rest of another. */
function records(size: number): readonly SkillRecord[] {
  const bank = skillBank()
  const random = seeded(3)
  return Array.from({ length: size }, (_, i) => {
    const { name, triggers = [] } = bank[i % bank.length]!
    const { description, body = '' } = bank[Math.floor(random() * bank.length)]!
    return {
      id: `${i}`,
      name: `${name} ${i}`,
      origin: 'person',
      status: 'active',
      signature: null,
      description,
      triggers,
      body,
      path: `/skills/${i}`,
      needsReview: false,
      evidenceCount: 0,
      headVersion: '0.1.0',
      digest: 'd',
      stamp: 's',
      rules: RULES_VERSION,
      altered: false,
      createdAt: 0,
    }
  })
}
