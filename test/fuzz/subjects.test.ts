import { expect, it } from 'vitest'
import { choices } from './mutation.ts'
import { SUBJECTS } from './subjects.ts'

/** Rounds over a socket cost more. */
const ROUNDS: Readonly<Record<string, number>> = {
  'mcp-frames': 40,
  'mcp-http': 10,
  'proxy-framings': 10,
  'daemon-socket': 10,
}

it.each(Object.entries(SUBJECTS))('%s: changed input is read without a fault', async (name, open) => {
  await using subject = await open()
  for (let seed = 1; seed <= (ROUNDS[name] ?? 120); seed++)
    await expect((async () => await subject.once(choices(seed)))(), `seed ${seed}`).resolves.toBeUndefined()
})
