import { type Rule, type Severity, words } from './rule.ts'

const PROFILE = String.raw`\.(?:bashrc|zshrc|profile|bash_profile|zprofile|bash_login|zshenv|bash_aliases|kshrc)\b|config\.fish\b|\/etc\/(?:profile|bash\.bashrc|zshrc|environment)\b|\$PROFILE\b`
const AGENT_FILES = String.raw`\.cursorrules|\.cursor\/rules|\.windsurfrules|\.clinerules|\.roo(?:rules|modes)|copilot-instructions\.md|\.aider\.conf|\.claude\/(?:settings|CLAUDE|commands|agents|hooks|skills)|\bCLAUDE\.md|\bAGENTS\.md|\bGEMINI\.md|\.mcp\.json|mcp_config\.json|claude_desktop_config|\.codex\/config|\.gemini\/settings|\.vscode\/(?:settings|tasks)|\.continue\/config|opencode\.json`

/** Changes that outlive the run: schedules, start-up files, keys, hooks, instructions of other tools. */
export const PERSISTENCE: readonly Rule[] = [
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'schedules something to run again by itself',
    cues: words(
      'crontab cron schtasks scheduledtask launchctl launchagents launchdaemons systemctl systemd runonce currentversion startup anacrontab registry login at',
    ),
    pattern:
      /\|\s{0,8}crontab\b|\bcrontab\s{1,4}(?!-l\b)(?:-|\/|~|[\w./-]{1,60}\.(?:txt|cron)|<)|(?:>{1,2}|\btee\b[^\n]{0,20}|\bcp\b[^\n]{0,80}|\bmv\b[^\n]{0,80})\s{0,4}["']?\/(?:etc\/cron|var\/spool\/cron|etc\/anacrontab)|\bschtasks(?:\.exe)?\s[^\n]{0,40}\/create|\b(?:Register|New)-ScheduledTask\b|\blaunchctl\s{1,4}(?:load|bootstrap|enable)|(?:LaunchAgents|LaunchDaemons)\/[\w.-]{1,80}\.plist|(?:\/etc\/systemd\/system|\.config\/systemd\/user)\/[\w@.-]{1,80}\.(?:service|timer)|\bsystemctl\s[^\n]{0,40}enable\s[^\n]{0,60}\.timer|\bsystemctl\s[^\n]{0,40}enable\s[^\n]{0,20}[/~][^\n]{0,80}\.service|\bmake\s(?:new\s)?login\sitem|\bat\s{1,4}(?:now|midnight|noon|\d\S{0,8})[^\n]{0,30}<|\|\s{0,4}at\s{1,4}(?:now|midnight|noon)|CurrentVersion\\{1,2}Run(?:Once)?\b|\bStart Menu\\{1,2}Programs\\{1,2}Startup/gi,
  },
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'changes a file that every new shell runs',
    cues: words('bashrc zshrc profile zprofile zshenv fish kshrc environment login bash aliases'),
    pattern: new RegExp(
      String.raw`(?:>{1,2}|\btee\s{1,4}(?:-a\s{1,4})?|\bsed\s{1,4}-i[^\n]{0,120}|\bcp\s[^\n]{0,80}\s|\b(?:Add|Set)-Content\s)\s{0,4}["']?(?:~|\$HOME|\$\{HOME\}|\/home\/[^\s/]{1,40}|\/root|\/Users\/[^\s/]{1,40})?\/?[\w./]{0,20}(?:${PROFILE})|\bopen\s?\([^\n]{0,80}(?:${PROFILE})["']?\)?\s?,\s?["']a\+?["']|\bappendFile(?:Sync)?\s?\([^\n]{0,80}(?:${PROFILE})`,
      'gi',
    ),
    judge: profileSeverity,
  },
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'lets another key log in',
    cues: words('authorized'),
    pattern:
      /(?:>{1,2}|\btee\b(?:\s{1,4}-a)?)\s{0,4}["']?[^\s"'|;]{0,60}authorized_keys|\bopen\s?\([^\n]{0,80}authorized_keys["']?\)?\s?,\s?["'][aw]\+?["']|\b(?:cp|mv|curl|wget|install)\b[^\n]{0,120}authorized_keys/gi,
    judge: (match, text) =>
      /https?:|curl|wget|AAAA[\w+/]{40}|ssh-\w{1,10}\sAAAA[\w+/]{0,40}["'\s]/i.test(
        text.slice(Math.max(0, match.index - 500), match.index + match[0].length),
      )
        ? 'block'
        : 'warn',
  },
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'hooks into git, the loader or an interpreter’s start',
    cues: words(
      'hooks hookspath ld dyld pythonstartup sitecustomize usercustomize command sshcommand fsmonitor node bash postinstall preinstall prompt insteadof alias pager template external',
    ),
    pattern:
      /(?:>{1,2}\s{0,4}|\btee\s{1,4}(?:-a\s{1,4})?|\b(?:cp|mv|ln|chmod)\b[^\n]{0,80}\s)["']?[^\s"'>]{0,60}\.git\/hooks\/|\bopen\s?\([^\n]{0,60}\.git\/hooks\/[\w-]{1,30}["']\s?,\s?["'][aw]|\b(?:writeFile(?:Sync)?|write_text)\s?\([^\n]{0,60}\.git\/hooks\/|^\s{0,8}(?:pager|fsmonitor|sshCommand|editor|hooksPath)\s?=\s?[^\n]{0,20}\b(?:sh\s-c|curl|wget|nc|python[\d.]{0,4}\s-c)\b|\bcore\.(?:hooksPath|sshCommand|fsmonitor)\b\s{1,4}\S|\b(?:core\.(?:pager|editor)|diff\.external)\b\s{1,4}(?:[^\s\w]|\w{1,20}[ /;|])|\bgit\s{1,4}(?:clone|init)\s[^\n]{0,80}--template[ =]|\binsteadOf\b|\bgit\s{1,4}config\b[^\n]{0,60}alias\.\w{1,30}\s{1,4}["']?!|\bLD_PRELOAD\s?=|\bDYLD_INSERT_LIBRARIES\s?=|\/etc\/ld\.so\.preload|\bPYTHONSTARTUP\s?=|(?:site|user)customize\.py|\bPROMPT_COMMAND\s?=|\bNODE_OPTIONS\s?=\s?["']?--(?:require|import)|\bBASH_ENV\s?=|["'](?:pre|post)install["']\s?:\s?["'][^"'\n]{0,120}(?:curl|wget|https?:|node\s{1,4}-e|python[\d.]{0,4}\s{1,4}-c|base64)/gim,
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'writes into the instructions or settings of an agent',
    cues: words(
      'cursorrules cursor windsurfrules clinerules roorules roomodes copilot aider claude agents gemini mcp codex vscode continue opencode config',
    ),
    pattern: new RegExp(
      String.raw`(?:>{1,2}|\btee\s{1,4}(?:-a\s{1,4})?|\bsed\s{1,4}-i[^\n]{0,120}|\b(?:cp|mv|install)\s[^\n]{0,80}\s|\bln\s(?![^\n]{0,40}(?:AGENTS|CLAUDE|GEMINI)\.md\s)[^\n]{0,80}\s|\s(?:-o|-O|--output)[ =]|\bsponge\s)\s{0,4}["']?(?:~|\$HOME|\$\{HOME\}|\.|\.\.)?[\w./~-]{0,60}?(?:${AGENT_FILES})|\b(?:open|write_text|writeFile(?:Sync)?|appendFile(?:Sync)?)\s?\([^\n]{0,80}(?:${AGENT_FILES})["']?\)?\s?(?:,\s?["'][aw]\+?["']|,)|\b(?:Add|Set)-Content\s[^\n]{0,80}(?:${AGENT_FILES})`,
      'gi',
    ),
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'writes into the instructions or settings of an agent',
    cues: words('cursorrules cursor claude mcp codex gemini vscode opencode settings'),
    pattern: new RegExp(String.raw`["'][^"'\n]{0,80}(?:${AGENT_FILES})[^"'\n]{0,20}["']`, 'gi'),
    judge: (match, text) =>
      /json\.dump\(|\.write_text\(|writeFile(?:Sync)?\(|,\s?["']w\+?["']|Set-Content/.test(
        text.slice(match.index, match.index + 500),
      )
        ? 'warn'
        : undefined,
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'asks for lasting changes to the instructions of an agent',
    cues: words(
      'cursorrules cursor windsurfrules clinerules copilot claude agents gemini agent memory future propagate replicate itself',
    ),
    pattern:
      /\b(?:append|insert|inject|propagate|replicate|copy|write|add|plant|persist|spread)\b[^.\n]{0,80}\b(?:to|into|in|across)\b[^\n]{0,60}(?:\.cursorrules|\.cursor\/rules|\.windsurfrules|\.clinerules|copilot-instructions|settings\.json|\.mcp\.json|(?:every|all|other|each|any)\s{1,4}(?:\w{1,14}\s{1,4}){0,2}(?:CLAUDE\.md|AGENTS\.md))|\b(?:inject|propagate|replicate|copy|plant|persist|spread)\b[^.\n]{0,60}\b(?:to|into|in|across|of)\s{1,4}(?:every|all|other|each|any)\s{1,4}(?:\w{1,14}\s{1,4}){0,2}(?:skills?|agents?)\b|\b(?:remember|store|save|persist|keep|add|write|append|insert)\b[^.\n]{0,60}\b(?:in|to)\s{1,4}(?:your\s{1,4}|the\s{1,4}(?:agent|assistant|model)'?s\s{1,4})(?:long[\s-]term\s{1,4}|persistent\s{1,4})?memory\b|\b(?:in|for)\s{1,4}(?:all|every)\s{1,4}future\s{1,4}(?:sessions?|conversations?|chats?|interactions?)\b/gi,
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'spreads itself, or orders, to whatever the agent writes later',
    cues: words('every each any all later coming subsequent alwaysapply'),
    pattern:
      /\b(?:append|add|insert|copy|write|include|put|paste|inject)\b[^\n]{0,80}\b(?:CLAUDE|AGENTS|GEMINI)\.md\b[^\n]{0,40}\b(?:every|each|all|any)\s(?:other\s)?(?:repositor|project|folder|workspace)|\b(?:every|each|all|any)\s(?:other\s|new\s)?(?:skills?|agents?|prompts?)\b[^.\n]{0,60}\b(?:include|insert|copy|add|append|paste|repeat)\b[^.\n]{0,20}\bthis\s(?:paragraph|section|block|text|line|notice|instruction|skill)|\bremember\b[^.\n]{0,30}\b(?:for|in|during)\s(?:all|every|any)\s(?:later|coming|subsequent|further|other|next)\s(?:sessions?|conversations?|chats?|tasks?)|\balwaysApply:\s?true\b[^\n]{0,200}https?:\/\/|\b(?:every|each|all|any)\s(?:\w{1,12}\s)?(?:files?|pages?|documents?|projects?)\s(?:that\s)?you\s(?:write|create|edit|open|generate|touch)\b[^\n]{0,60}\b(?:insert|include|append|add|put|embed)\b[^\n]{0,80}https?:\/\//gi,
  },
]

/** Usual steps of installers: adding a tool to the path, or starting it. */
const USUAL =
  /^[^\n]{0,40}(?:echo|printf)\s[^\n]{0,20}(?:export\s{1,4}(?:PATH|[A-Z_]{2,40}_HOME|[A-Z_]{2,40}_DIR)=|eval\s{1,4}["\\]{0,2}\$\(\w[\w-]{0,20}\s{1,4}(?:init|env|hook|activate|shellenv)\b|source\s{1,4}|alias\s)/i

function profileSeverity(match: RegExpExecArray, text: string): Severity {
  const before = text.slice(Math.max(0, match.index - 400), match.index)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return USUAL.test(line) && !/curl|wget|https?:|base64|python|nc\s/i.test(line) ? 'note' : 'warn'
}
