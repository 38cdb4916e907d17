import { type Driver, KEY, settingsText } from './driver.ts'

export const gemini: Driver = {
  agent: 'gemini',
  settings: () => ({
    '.gemini/settings.json': settingsText({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    }),
  }),
  env: ({ server }) => ({
    GOOGLE_GEMINI_BASE_URL: server,
    GEMINI_API_KEY: KEY,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  words: (prompt, permission) => ['-p', prompt, ...(permission === 'allowed' ? ['--approval-mode', 'yolo'] : [])],
  sessions: '.gemini/tmp',
  skillTool: (skill) => ({ kind: 'tool', name: 'activate_skill', input: { name: skill } }),
}
