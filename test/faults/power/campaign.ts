import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { scratchFolder } from '../home.ts'
import { cutPower } from './cuts.ts'
import { recorded } from './recording.ts'
import { canTrace } from './trace.ts'

const HELP = `What does a power cut cost? Cuts it at calls that change the database, skills or events, in both settings of
storage.durability: full must lose nothing that was acknowledged, normal the newest turns alone, each whole.
  --turns n    turns to record (default 300, by which the log is written into the database twice)
  --only s     one setting alone: full or normal
  --names s    how names come to the disk: journal (default: in their order, as ext4 and XFS) or folders (in any order, but for
               those in a synced folder, as on btrfs)
  --window n   cut at this many calls before and after what begins and ends a checkpoint (default 12)
  --others n   and at this many of the other calls, seeded (default 200)
  --starts n   start the program after about this many of the cuts (default 30)
  --seed n     default 1`

const number = (standard: string) => ({ type: 'string', default: standard }) as const
const { values } = parseArgs({
  options: {
    turns: number('300'),
    only: { type: 'string' },
    names: { type: 'string', default: 'journal' },
    window: number('12'),
    others: number('200'),
    starts: number('30'),
    seed: number('1'),
    help: { type: 'boolean', default: false },
  },
})

async function series(durability: 'full' | 'normal'): Promise<void> {
  const [root, begun] = [scratchFolder(), performance.now()]
  const [turns, seed, window, others, starts] = (['turns', 'seed', 'window', 'others', 'starts'] as const).map((name) =>
    Number(values[name]),
  ) as [number, number, number, number, number]
  try {
    const names = values.names === 'folders' ? 'folders' : 'journal'
    const found = await cutPower(recorded(root, durability, turns), { names, seed, window, others, starts })
    const { cuts, calls, checkpoints, mostLost, mostSinceFlush, broken } = found
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(
      `${durability}: ${cuts} cuts at ${calls.cut} of ${calls.all} calls, ${checkpoints} checkpoints, ${found.starts} starts: ` +
        `at most ${mostLost} acknowledged turns lost (at most ${mostSinceFlush} since a flush), ${broken.length} broken; ` +
        `${seconds} s, seed ${seed}`,
    )
    for (const why of broken.slice(0, 10)) console.log(`  ${why}`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

if (values.help) console.log(HELP)
else if (canTrace()) {
  for (const durability of ['full', 'normal'] as const)
    if ((values.only ?? durability) === durability) await series(durability)
} else console.log('strace is not here, or may not trace: nothing was tried')
