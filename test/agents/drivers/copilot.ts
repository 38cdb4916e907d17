import { type Driver, KEY, settingsText } from './driver.ts'

export const copilot: Driver = {
  agent: 'copilot',
  settings: () => ({
    '.copilot/settings.json': settingsText({ banner: 'never' }),
  }),
  env: ({ server }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${server}/v1`,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: 'scripted',
  }),
  words: (prompt, permission) => ['-p', prompt, ...(permission === 'allowed' ? ['--allow-all-tools'] : [])],
  sessions: '.copilot/session-state',
  skillTool: (skill) => ({ kind: 'tool', name: 'skill', input: { skill } }),
}
