import { type Driver, KEY, settingsText } from './driver.ts'

export const opencode: Driver = {
  agent: 'opencode',
  settings: ({ server }) => ({
    '.config/opencode/opencode.json': settingsText({
      $schema: 'https://opencode.ai/config.json',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${server}/v1`, apiKey: KEY },
          models: { scripted: { name: 'scripted', tool_call: true, limit: { context: 100000, output: 4000 } } },
        },
      },
      model: 'scripted/scripted',
      small_model: 'scripted/scripted',
      autoupdate: false,
      share: 'disabled',
    }),
  }),
  env: (_where, permission) => ({
    ...(permission === 'asked' ? { OPENCODE_PERMISSION: '{"bash":"ask"}' } : {}),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  // An argument of several words would be put in quotes.
  words: (prompt) => ['run', ...prompt.split(' ')],
  sessions: '.local/share/opencode/opencode.db',
  skillTool: (skill) => ({ kind: 'tool', name: 'skill', input: { name: skill } }),
  abortsByServer: true,
}
