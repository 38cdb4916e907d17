import { type Rule, type Severity, words } from './rule.ts'

/** Code that comes in by the way: install scripts, servers and start files that something else runs. */
export const SUPPLY: readonly Rule[] = [
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'a package runs a program of its own when it is installed',
    cues: words('postinstall preinstall cmdclass'),
    pattern:
      /["'](?:pre|post)install["']\s?:\s?["'](?=[^"'\n]{0,200}(?:\bnode\b|\b(?:ba|z)?sh\b|python|\.\/|\.(?:c?js|mjs|sh|py)\b|powershell|&&))[^"'\n]{1,200}|\bcmdclass\s?=\s?\{[^}\n]{0,120}["'](?:install|develop|egg_info|build_py)["']/gi,
  },
  {
    rule: 'agent-config',
    severity: 'warn',
    why: 'gives the agent a server to call',
    cues: words('mcp mcpservers'),
    pattern:
      /\b(?:claude|codex|gemini|qwen|cursor|code|opencode)\s{1,4}mcp\s{1,4}add(?:-json)?\b[^\n]{0,200}(?:https?:\/\/(?!localhost|127\.)|\b(?:npx|uvx|bunx|bash|sh|node|python3?|docker)\b)|\bmcpServers["']?\s?\]?\s?(?:\[[^\]\n]{1,60}\]|\.\w{1,40})\s?=(?!=)|\bjq\s[^\n]{0,120}\.mcpServers|\bsetdefault\(\s?["']mcpServers["']|["']mcpServers["'][^\n]{0,200}\.update\(/gi,
  },
  {
    rule: 'persistence',
    severity: 'warn',
    why: 'starts something by itself with the desktop, the system or the interpreter',
    cues: words('autostart rc init linger pth templatedir helper gpg profile conf xdg smudge desktop launchagents'),
    pattern:
      /(?:\.config|\/etc\/xdg)\/autostart\/|\/etc\/(?:rc\.local|init\.d\/|profile\.d\/)|\bupdate-rc\.d\s|\bloginctl\s{1,4}enable-linger|(?:site-?packages|usersite|purelib)\w{0,4}[^\n]{0,120}\.pth\b|\.pth["']?[^\n]{0,60}["'][wa]\+?["'][^\n]{0,200}\bimport\b|\binit\.templateDir\b|\bcredential\.helper\s{1,4}["']?!|\bgpg\.program\s{1,4}\S|\bfilter\.\w{1,20}\.(?:smudge|clean)\s|\.config\/(?:fish\/conf\.d|environment\.d)\/|\bsystemctl\s{1,4}--user\s{1,4}enable\b/gi,
  },
  {
    rule: 'remote-code',
    severity: 'warn',
    why: 'a program downloads a file and runs it',
    cues: words('urlretrieve urlopen requests download fetch get webrequest downloadfile webclient'),
    pattern:
      /\b(?:urlretrieve|requests\.get|urlopen|wget\.download|download_?file|https?\.get|axios\.get|fetch|Net::HTTP\.get|Invoke-WebRequest|WebClient)\b[\s\S]{0,600}?\b(?:subprocess\.\w{3,12}|os\.(?:system|exec\w{0,3}|startfile|popen|chmod)|exec(?:File)?Sync|execFile|spawn(?:Sync)?|Start-Process|runpy\.\w{3,12}|importlib\.\w{3,12})\b/gi,
    judge: savedAndRun,
  },
]

/** What was fetched is written to a file in between; an answer that is only read runs nothing. */
function savedAndRun(match: RegExpExecArray): Severity | undefined {
  return /urlretrieve|wget\.download|DownloadFile|["']wb?["']|write_bytes|write_text|writeFile|OutFile|createWriteStream|chmod|\.write\(/i.test(
    match[0],
  )
    ? 'warn'
    : undefined
}
