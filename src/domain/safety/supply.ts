import { type Rule, type Severity, words } from './rule.ts'

/** Code that other tools execute: install scripts, MCP servers, start-up files. */
export const SUPPLY: readonly Rule[] = [
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'a package runs a program of its own when it is installed',
    cues: words('postinstall preinstall cmdclass install'),
    literals: ['post-install-cmd', 'post-update-cmd', 'pre-install-cmd'],
    pattern:
      /["'](?:pre|post)install["']\s?:\s?["'](?=[^"'\n]{0,200}(?:\bnode\b|\b(?:ba|z)?sh\b|python|\.\/|\.(?:c?js|mjs|sh|py)\b|powershell|&&))[^"'\n]{1,200}|\bcmdclass\s?=\s?\{[^}\n]{0,120}["'](?:install|develop|egg_info|build_py)["']|\bnpm\s{1,4}pkg\s{1,4}set\s{1,4}["']?scripts\.(?:pre|post)install=|["'](?:pre|post)-(?:install|update)-cmd["']\s?:\s?\[?\s{0,8}["'](?!@)[^"'\n]{0,40}(?:\b(?:ba)?sh\b|php\s-r|python|curl|wget|node)/gi,
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'gives the agent a server to call',
    cues: words('mcp mcpservers permissions hooks'),
    pattern:
      /\b(?:claude|codex|gemini|qwen|cursor|code|opencode)\s{1,4}mcp\s{1,4}add(?:-json)?\b[^\n]{0,200}(?:https?:\/\/(?!localhost|127\.)|\b(?:npx|uvx|bunx|bash|sh|node|python3?|docker)\b)|\bmcpServers["']?\s?\]?\s?(?:\[[^\]\n]{1,60}\]|\.\w{1,40})\s?=(?!=)|\bjq\s[^\n]{0,120}\.(?:mcpServers|permissions|hooks)[^\n|=]{0,60}(?:\+=|\|=|=(?!=))|\b(?:add|write|insert|register|put)\b[^.\n]{0,60}\bmcpServers\b[^.\n]{0,40}\b(?:the\suser|their|his|her)\b|\b(?:register|add|install|configure)\s(?:\w{1,12}\s){0,4}?MCP\sserver\b[^\n]{0,40}https?:\/\/(?!localhost|127\.)|\bsetdefault\(\s?["']mcpServers["']|["']mcpServers["'][^\n]{0,200}\.update\(/gi,
  },
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'starts something by itself with the desktop, the system or the interpreter',
    literals: ['node-options', 'node_options'],
    cues: words(
      'autostart systemctl rc init linger pth templatedir helper gpg profile conf xdg smudge clean desktop launchagents filter startup perl5opt rubyopt rprofile java_tool_options javaagent ipython jupyter irbrc pryrc nvim',
    ),
    pattern:
      /(?:\.config|\/etc\/xdg)\/autostart\/|\/etc\/(?:rc\.local|init\.d\/|profile\.d\/)|\bupdate-rc\.d\s|\bloginctl\s{1,4}enable-linger|(?:site-?packages|usersite|purelib)\w{0,4}[^\n]{0,120}\.pth\b|\.pth["']?[^\n]{0,60}["'][wa]\+?["'][^\n]{0,200}\bimport\b|\binit\.templateDir\b|\bcredential\.helper\s{1,4}["']?!|\bgpg\.program\s{1,4}\S|\bfilter\.\w{1,20}\.(?:smudge|clean)\s|\.config\/(?:fish\/conf\.d|environment\.d)\/|\bsystemctl\s{1,4}--user\s{1,4}enable\b|\bPERL5OPT\s?=\s?['"]?-|\bRUBYOPT\s?=\s?['"]?-(?:r|I)|-javaagent:\S|\bnode-options\s?=\s?['"]?--(?:require|import)|>{1,2}\s{0,4}['"]?(?:~|\$HOME)\/\.(?:Rprofile|irbrc|pryrc|pythonrc|perldb|gdbinit|lldbinit|inputrc|xprofile|xinitrc|xsessionrc)\b|(?:>{1,2}|\b(?:cp|mv|ln|tee|curl|wget)\s[^\n]{0,120}\s)[^\n]{0,40}(?:\.ipython\/\S{0,40}startup|\.jupyter\/\S{0,40}config|\.config\/(?:nvim|vim|matplotlib)\/\S{0,30}\.(?:lua|vim|py))/gi,
  },
  {
    rule: 'remote-code',
    severity: 'warn',
    why: 'a program downloads a file and runs it',
    cues: words('urlretrieve urlopen requests download fetch get webrequest downloadfile webclient http'),
    pattern:
      /\b(?:urlretrieve|requests\.get|urlopen|wget\.download|download_?file|https?\.get|axios\.get|fetch|Net::HTTP\.get|Invoke-WebRequest|WebClient|http\.Get|reqwest::get|HttpClient)\b[\s\S]{0,600}?\b(?:exec\.Command|Command::new|ProcessBuilder|Process\.Start|subprocess\.\w{3,12}|os\.(?:system|exec\w{0,3}|startfile|popen|chmod)|exec(?:File)?Sync|execFile|spawn(?:Sync)?|Start-Process|runpy\.\w{3,12}|importlib\.\w{3,12})\b/gi,
    judge: savedAndRun,
  },
]

/** Severity where a response is saved to a file and run; a response that is only read is harmless. */
function savedAndRun(match: RegExpExecArray): Severity | undefined {
  return /urlretrieve|wget\.download|DownloadFile|["']wb?["']|write_bytes|write_text|writeFile|OutFile|createWriteStream|chmod|\.write\(|os\.Create|File::create|Files\.copy|WriteAllBytes/i.test(
    match[0],
  )
    ? 'warn'
    : undefined
}
