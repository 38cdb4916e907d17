import { expect, it } from 'vitest'
import { Home, turn } from '../../service/home.ts'

const DAY_MS = 86_400_000
const LINT = 'fix the failing lint errors'

it('keeps a turn whose group got another one within the time that a streak waits, and no longer', async () => {
  const home = new Home()
  const settings = { 'retention.days': 1, 'bucket.expiryDays': 30 }
  const asked = async (words: string, days: number) => {
    home.now = new Date(home.now.getTime() + days * DAY_MS)
    await using loop = await home.open({ settings })
    await loop.endOfRun(turn(words, { timestamp: home.now }))
    while (await loop.upkeep.retain());
    return (await loop.review.latest(9)).map(({ request }) => request).reverse()
  }
  for (let i = 0; i < 3; i++) await asked(LINT, 0)
  // The three are evidence. The next two of the group wait, each under a signature of its own.
  const [again, shown] = [`please ${LINT} again`, `${LINT} that the linter shows`]
  await asked(again, 2)
  await asked(shown, 20)
  // The first of them is 35 days old, the second is not.
  expect(await asked('translate the subtitles of the film', 15)).toContain(again)
  const left = ['translate the subtitles of the film', 'measure how long the import takes']
  expect(await asked('measure how long the import takes', 20)).toEqual([LINT, LINT, LINT, ...left])
})
