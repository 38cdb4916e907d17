import { type Driver, KEY, settingsText } from './driver.ts'

export const claudeCode: Driver = {
  agent: 'claude-code',
  settings: () => ({ '.claude/settings.json': settingsText({ includeCoAuthoredBy: false }) }),
  env: ({ server }) => ({
    ANTHROPIC_BASE_URL: server,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // One failing answer is the failure: no second try.
    CLAUDE_CODE_MAX_RETRIES: '0',
  }),
  // Reading stays as a person has it: what lies outside the folder is asked for.
  // In a mode of its own choice 2.1.299 asks nobody.
  words: (prompt, permission) => [
    ...['-p', prompt],
    ...(permission === 'allowed' ? ['--allowedTools', 'Bash'] : ['--permission-mode', 'default']),
  ],
  sessions: '.claude/projects',
  skillTool: (skill) => ({ kind: 'tool', name: 'Skill', input: { skill } }),
  invocation: (skill) => `/${skill}`,
}
