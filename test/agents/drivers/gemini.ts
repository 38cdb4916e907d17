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
  // Without a rule for any command, the model has no shell in such a run.
  words: (prompt, permission) => [
    '-p',
    prompt,
    ...(permission === 'allowed' ? ['--approval-mode', 'yolo'] : ['--allowed-tools', 'run_shell_command(git)']),
  ],
  sessions: '.gemini/tmp',
  hidesErrors: 'it writes and tells nothing of it: the turn ends in the middle, is unknown, and no success',
  skillTool: (skill) => ({ kind: 'tool', name: 'activate_skill', input: { name: skill } }),
}
