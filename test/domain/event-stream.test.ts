import { describe, expect, it } from 'vitest'
import { EventStream, type LoopEvent } from '../../src/domain/event.ts'

const said = (what: string): LoopEvent => ({ kind: 'repaired', what })

async function all(events: AsyncIterable<LoopEvent>): Promise<string[]> {
  const out: string[] = []
  for await (const event of events) if (event.kind === 'repaired') out.push(event.what)
  return out
}

describe('EventStream', () => {
  it('tells every viewer what comes after it asked, and ends them when it is closed', async () => {
    const stream = new EventStream()
    stream.tell(said('before'))
    const [a, b] = [stream.events(), stream.events()]
    stream.tell(said('one'))
    const late = stream.events()
    stream.tell(said('two'))
    stream.close()
    expect(await Promise.all([a, b, late].map(all))).toEqual([['one', 'two'], ['one', 'two'], ['two']])
  })

  it('wakes a viewer that waits', async () => {
    const stream = new EventStream()
    const next = stream.events().next()
    stream.tell(said('now'))
    expect(await next).toEqual({ done: false, value: said('now') })
  })

  it('drops the oldest for a viewer that falls behind, and waits for nobody', async () => {
    const stream = new EventStream()
    const slow = stream.events()
    for (let i = 0; i < 5000; i++) stream.tell(said(String(i)))
    expect(await slow.next()).toEqual({ done: false, value: said(String(5000 - 1024)) })
  })

  it('forgets a viewer that leaves, and gives one that comes after the end nothing', async () => {
    const stream = new EventStream()
    const viewer = stream.events()
    await viewer.return?.()
    stream.tell(said('unseen'))
    stream.close()
    expect(await all(stream.events())).toEqual([])
  })
})
