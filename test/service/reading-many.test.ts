import { expect, it } from 'vitest'
import { Home, skillMd } from './home.ts'

it('tells how many of the new folders were read, up to the last one', async () => {
  const home = new Home()
  for (let n = 0; n < 30; n++) home.write(`mine-${n}`, skillMd(`mine-${n}`, `Do the work of number ${n}.`))
  await home.open()
  const read = home.events.flatMap((event) => (event.kind === 'progress' ? [`${event.done} of ${event.of}`] : []))
  expect(read).toEqual(['1 of 30', '21 of 30', '30 of 30'])
})

it('says nothing of reading where no folder is new', async () => {
  const home = new Home()
  await home.open()
  expect(home.events).toEqual([])
})
