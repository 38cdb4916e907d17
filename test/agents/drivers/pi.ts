import { type Driver, KEY, settingsText } from './driver.ts'

export const pi: Driver = {
  agent: 'pi',
  settings: ({ server }) => ({
    '.pi/agent/models.json': settingsText({
      providers: {
        scripted: {
          baseUrl: `${server}/v1`,
          apiKey: KEY,
          api: 'openai-completions',
          models: [
            {
              id: 'scripted',
              name: 'scripted',
              reasoning: false,
              input: ['text'],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 100000,
              maxTokens: 4000,
            },
          ],
        },
      },
    }),
    '.pi/agent/settings.json': settingsText({ defaultProvider: 'scripted', defaultModel: 'scripted' }),
  }),
  env: () => ({ PI_OFFLINE: '1' }),
  words: (prompt) => ['-p', prompt],
  sessions: '.pi/agent/sessions',
  invocation: (skill) => `/skill:${skill}`,
  asksNobody: 'pi runs every tool without asking',
}
