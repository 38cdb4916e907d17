import { LiftTally, liftReport, type SkillLift } from '../../src/domain/lift/lift.ts'

/** The lift of a skill that was offered so often, and as often withheld, with so many successes of each. */
export function lifts(name: string, runs: number, with_: number, without: number): readonly SkillLift[] {
  const tally = new LiftTally()
  const chances = { first: name, chance: 0.5, chanceOfAny: 0.5, chanceOfNone: 0.5 }
  for (let i = 0; i < runs; i++) {
    tally.add({ ...chances, pick: name, success: i < with_ })
    tally.add({ ...chances, pick: null, success: i < without })
  }
  return liftReport(tally).skills
}
