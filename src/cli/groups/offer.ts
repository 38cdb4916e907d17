import type { Flag, Group } from '../command.ts'

const TOP: Flag = { value: 'K', words: 'Candidates shown (default 5)' }

export const OFFER: Group = {
  title: 'Offer skills to a model',
  commands: [
    {
      name: 'route',
      takes: '"<task>"',
      flags: {
        top: TOP,
        explain: { words: 'Show the figures of every candidate, and why it was picked or not' },
        session: { value: 'id', words: 'Session that the task belongs to' },
        prompt: { value: 'id', words: 'Prompt id of the task, by which its turn finds the decision' },
        engine: { value: 'name', words: 'Agent that the hint is for: it names the skill as that agent can reach it' },
        dir: {
          value: 'folder',
          words:
            'Folder that the agent works in; a skill is offered in its own projects. Without it the current folder',
        },
      },
      words: 'Pick the skill for a task, or none and why; exit code 0 either way',
      load: () => import('../commands/route.ts'),
    },
    {
      name: 'reward',
      takes: '<decision-id> success|failure|unknown',
      flags: {},
      words: 'Say how a routed task ended; counted once',
      load: () => import('../commands/reward.ts'),
    },
    {
      name: 'run',
      takes: '<skill> [<argument>…]',
      flags: {
        engine: { value: 'name', words: 'Agent that it is for: tools have the names that they have there' },
        session: { value: 'id', words: 'Conversation that it is for: a skill that is active there is not given twice' },
        budget: { value: 'tokens', words: 'With --session: what all skills of the conversation may have together' },
        file: {
          value: 'path',
          words: 'Print a file of the skill in place of its text, such as references/evidence.md',
        },
        again: { words: 'With --session: give the whole text although the skill is active' },
      },
      words: 'Print a skill as a host puts it before a model: folder, text, arguments; runs nothing',
      load: () => import('../commands/run.ts'),
    },
    {
      name: 'offered',
      takes: '["<task>"]',
      flags: { budget: { value: 'tokens', words: 'What the list may have (default 2000)' } },
      words: 'List what a model may load: names and descriptions, likeliest and most used first',
      load: () => import('../commands/offered.ts'),
    },
    {
      name: 'active',
      takes: '<session>',
      flags: {},
      words: 'List the skills that a conversation was given, in their order, with their tokens',
      load: () => import('../commands/active.ts'),
    },
    {
      name: 'mcp',
      takes: '',
      flags: {
        http: { words: 'Serve over HTTP on 127.0.0.1, at /mcp, instead of stdin and stdout' },
        port: { value: 'number', words: 'Port of --http (default 7333; 0: any that is free)' },
      },
      words: 'Serve the skills over the Model Context Protocol, until the client closes stdin',
      load: () => import('../commands/mcp.ts'),
    },
    {
      name: 'proxy',
      takes: '',
      flags: {
        upstream: { value: 'url', words: 'Server of models, such as https://api.openai.com' },
        port: { value: 'number', words: 'Port (default 7334; 0: any that is free)' },
        host: { value: 'address', words: 'Address (default 127.0.0.1); on any other each request needs a token' },
        'log-content': { words: 'Log requests and answers too, which may hold what is private' },
      },
      words: 'Pass all requests of clients to a server of models, with skills put in',
      load: () => import('../commands/proxy.ts'),
    },
    {
      name: 'proxy token',
      takes: '<user>',
      flags: { days: { value: 'N', words: 'How long it is good for (default 90)' } },
      words: 'Print a token that names a user to the proxy',
      load: () => import('../commands/proxy-token.ts'),
    },
  ],
}
