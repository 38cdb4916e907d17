import type { SkillReader } from './roots.ts'

/** What an agent lets its model read, and how it calls a skill of its own. */
export interface Reach {
  /** How the model uses a skill that its agent lists, by the name of its folder; absent where it reads the file. */
  readonly call?: (name: string) => string
  /** Whether the model may read the file of a skill that its agent lists. */
  readonly ownFile: boolean
  /** Whether the model may read a file in our own folder of skills; where it may not, the hint holds the text itself. */
  readonly ourFile: boolean
  /** The call that uses a skill is missing where no person can be asked, so that the text itself goes along with it. */
  readonly needsText?: true
}

/**
 * Tried with the programs themselves, without a person to ask and with nothing allowed beyond their defaults: Claude Code
 * 2.1.197 and 2.1.330, Codex 0.146 and 0.169, Gemini CLI 0.61, Qwen Code 0.15.10 and 0.24.4, OpenCode 1.18.33, pi 0.73.1
 * and 0.87.1.
 */
export const REACH: Readonly<Record<SkillReader, Reach>> = {
  // Declines to read its own skills' files, too.
  'claude-code': { call: (name) => `call the Skill tool with skill "${name}"`, ownFile: false, ourFile: false },
  // Has no tool for skills: its model reads them with the shell, which may read everything.
  codex: { ownFile: true, ourFile: true },
  // Reads its workspace only; `activate_skill` asks, and is not there where no person can be asked.
  gemini: {
    call: (name) => `call activate_skill with name "${name}"`,
    ownFile: false,
    ourFile: false,
    needsText: true,
  },
  // Where no person can be asked, 0.24.4 declines its skill tool, and 0.15.10 a file outside its own folders.
  qwen: { call: (name) => `call the skill tool with skill "${name}"`, ownFile: true, ourFile: false },
  // A read of another file that is not allowed ends the run. Its skill tool needs ripgrep, which it fetches.
  opencode: { call: (name) => `call the skill tool with name "${name}"`, ownFile: true, ourFile: false },
  pi: { ownFile: true, ourFile: true },
}
