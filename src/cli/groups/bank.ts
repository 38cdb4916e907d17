import type { Group } from '../command.ts'

export const BANK: Group = {
  title: 'Skills of many users',
  commands: [
    {
      name: 'bank',
      takes: '',
      flags: {},
      words: 'List the users of the bank; any command works for one of them with --user <name>',
      load: () => import('../commands/bank.ts'),
    },
    {
      name: 'bank stats',
      takes: '',
      flags: { svg: { value: 'file', words: 'Draw versions and tags as an SVG picture, too' } },
      words: 'Skills by user, library, version and tag, with their sizes and the turns that they rest on',
      load: () => import('../commands/bank-stats.ts'),
    },
    {
      name: 'bank import',
      takes: '<folder>',
      flags: {},
      words: 'Copy a bank of AutoSkill, or a folder of skills, into shared libraries; overwrites nothing',
      load: () => import('../commands/bank-transfer.ts'),
    },
    {
      name: 'bank export',
      takes: '<folder>',
      flags: { site: { words: 'Write the reviewed skills as a site publishes them, with an index of digests' } },
      words: "Write the bank into an empty folder, in AutoSkill's layout",
      load: () => import('../commands/bank-transfer.ts'),
    },
  ],
}
