import type { DroppedStep } from './procedure.ts'

/** Why a step of so many runs is not shown, for a person. */
export function whyDropped({ why, unfit, runs }: Pick<DroppedStep, 'why' | 'unfit' | 'runs'>, all: number): string {
  const share = `only in ${runs.length}/${all} runs`
  switch (why) {
    case 'nothing the same':
      return unfit ?? 'nothing in it was the same in these runs'
    case 'in another order':
      return 'the run whose order is shown did it at another place, or not'
    case 'other uses':
      return 'it was used for something else each time'
    case 'seen before':
      return 'an earlier step shows the same'
    case 'acts outside':
      return `${share}, and it acts outside the project`
    case 'too few runs':
      return share
  }
}
