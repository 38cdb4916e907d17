import type { Group } from '../command.ts'

export const MEASURE: Group = {
  title: 'Measure what skills are worth',
  commands: [
    {
      name: 'lift',
      takes: '',
      flags: {
        skill: { value: 'id', words: 'Show this skill only: a name, an id, or the unique beginning of one' },
        svg: { value: 'file', words: 'Also draw it, as SVG' },
      },
      words: 'Success with each skill against success without, and how sure that is',
      load: () => import('../commands/lift.ts'),
    },
    {
      name: 'bench',
      takes: 'import <file>',
      flags: {},
      words: 'Take measured scores of skills from a file; the same file twice adds nothing',
      load: () => import('../commands/bench.ts'),
    },
  ],
}
