import { type Driver, KEY, settingsText } from './driver.ts'

export const qwen: Driver = {
  agent: 'qwen',
  settings: () => ({
    '.qwen/settings.json': settingsText({
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
  env: ({ server }) => ({
    OPENAI_BASE_URL: `${server}/v1`,
    OPENAI_API_KEY: KEY,
    OPENAI_MODEL: 'scripted',
  }),
  words: (prompt, permission) => ['-p', prompt, ...(permission === 'allowed' ? ['--approval-mode', 'yolo'] : [])],
  sessions: '.qwen/projects',
  skillTool: (skill) => ({ kind: 'tool', name: 'skill', input: { skill } }),
  invocation: (skill) => `/${skill}`,
}
