import { expect, it } from 'vitest'
import type { HasPlace } from '../../../src/store/ports/upkeep.ts'

/** What a store says of where its rows are. */
export function hasPlaceConformance(open: () => AsyncDisposable & HasPlace): void {
  it('HasPlace: names the file, or why there is none', async () => {
    await using store = open()
    const { place } = store
    expect('file' in place ? place.file : place.none).toMatch(/./)
  })
}
