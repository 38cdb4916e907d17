import type { Counts } from '../hydration.ts'
import type { World } from './learned-rates.ts'

/** Control runs at which a skill's need of further ones has halved. */
const ENOUGH = 8
/** However short a control arm, three offers in four go through. */
const MOST = 0.25
/** Offers over which the mean need is taken. */
const MEMORY = 500

/** How much a skill wants another run without it, 0 to 1. */
const needOf = (control: Counts): number => 1 / (1 + (control.successes + control.failures) / ENOUGH)

/**
 * The share of a skill's offers to hold out: `share` of all offers on average, more where the control arm is short. The
 * very first offer of a skill is made, unless all are held out: a person who saw it drafted looks for it.
 */
export function holdoutFor(world: World, share: number, control: Counts, isNew: boolean): number {
  if (isNew && share < 1) return 0
  return Math.min(Math.max(MOST, share), (share * needOf(control)) / world.need)
}

/** The world after an offer was made or held out, whose first contender has this control arm. */
export const afterOffer = (world: World, control: Counts): World => ({
  ...world,
  need: world.need + (needOf(control) - world.need) / MEMORY,
})
