import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '../../../src/domain/capabilities/look.ts'

const of = (body: string) =>
  capabilitiesOf(new Map([['SKILL.md', `---\nname: x\ndescription: Does x.\n---\n\n${body}\n`]]))
    .filter(({ kind }) => kind !== 'runs' && kind !== 'says')
    .map(({ kind, what }) => `${kind} ${what}`)
const code = (language: string, text: string) => of(`\`\`\`${language}\n${text}\n\`\`\``)

describe('a place that is only named is left as it is', () => {
  it.each([
    'The default path is `~/.claude/settings.json`.',
    'It reads AGENTS.md first.',
    'Skills are found in `~/.claude/skills`.',
    'Check whether `~/.bashrc` sets it.',
    'Settings: `.claude/settings.json` (project), `/etc/crontab` (machine).',
    'Follow the conventions of CLAUDE.md when you write tests.',
    'Update the page as described in AGENTS.md.',
    '| `/etc/crontab` | jobs |\n|---|---|\n| `~/.zshrc` | shell |',
    'Run `grep -q x /etc/crontab` and `ls -la ~/.claude/skills`.',
    'It switches to `~/.claude` and refers to `~/.bashrc`.',
  ])('%s', (text) => expect(of(text).filter((one) => !one.startsWith('writes_outside'))).toEqual([]))

  it.each([
    ['sh', 'cat /etc/crontab | grep -v "^#"'],
    ['sh', 'if grep -q foo /etc/crontab; then echo yes; fi'],
    ['sh', '[ -f ~/.claude/settings.json ] && head ~/.claude/settings.json'],
    ['sh', 'CONF="$HOME/.bashrc"\njq . "$CONF" 2>/dev/null'],
    ['sh', 'mytool --config ~/.claude/settings.json check'],
    ['sh', 'cp ~/.bashrc ./backup'],
    ['sh', 'for c in /etc/ssl/*.crt; do openssl x509 -in "$c" -noout; done'],
    ['py', 'key.private_bytes(serialization.Encoding.PEM)'],
    ['sh', "sed -n '1,5p' ~/.zshrc"],
    ['sh', '# what stands in ~/.bashrc\nls'],
    ['sh', 'cp "$(dirname ~/.bashrc)/x" .'],
    ['sh', 'python3 .claude/skills/x/scripts/check.py one two'],
    ['py', 'p = Path.home() / ".claude/settings.json"\nprint(json.loads(p.read_text()))'],
    ['py', 'subprocess.run(["cat", "~/.bashrc"])'],
    ['ts', "const F = join(homedir(), '.claude')\nconst s = JSON.parse(readFileSync(F, 'utf8'))"],
    ['json', '{ "settingsFile": "~/.claude/settings.json" }'],
    ['yaml', 'rules: see CLAUDE.md'],
  ])('in %s: %s', (language, text) => expect(code(language, text)).toEqual([]))
})

describe('and changed by a verb, a command or a call with it as the object', () => {
  it.each([
    ['Add this line to `~/.bashrc`.', 'background ~/.bashrc'],
    ['Slip the line into `~/.zshrc`.', 'background ~/.zshrc'],
    ['In `~/.zshrc`, set the variable.', 'background ~/.zshrc'],
    ['`CLAUDE.md` must be updated.', 'agent_settings CLAUDE.md'],
    ['`~/.claude/settings.json`:\n\n```json\n{}\n```', 'agent_settings ~/.claude/settings.json'],
    ['把下面一行写入 `~/.bashrc`。', 'background ~/.bashrc'],
    ['Run `echo x >> ~/.bashrc`.', 'background ~/.bashrc'],
    ['Let `install-hook ~/.git/hooks/` run.', 'background ~/.git/hooks/'],
  ])('%s', (text, said) => expect(of(text)).toContain(said))

  it.each([
    ['sh', 'echo x >> ~/.bashrc', 'background ~/.bashrc'],
    ['sh', 'P="$HOME/.zshrc"\ncat x >> "$P"', 'background $HOME/.zshrc'],
    ['sh', 'for f in ~/.bashrc; do echo foo >> "$f"; done', 'background ~/.bashrc'],
    ['sh', 'for f in ~/.profile ~/.bashrc; do echo foo >> "$f"; done', 'background ~/.bashrc'],
    ['sh', 'P=~/.profile\n[ "$SHELL" = zsh ] && P=~/.zshrc\ncat x >> "$P"', 'background ~/.zshrc'],
    ['sh', 'python3 - <<PY\nopen(os.path.expanduser("~/.bashrc"), "a")\nPY', 'background ~/.bashrc'],
    ['sh', 'cat x --output=$(dirname "$PWD/a")~/.bashrc', 'background ~/.bashrc'],
    ['sh', 'cat a | sudo tee /etc/cron.d/x > /dev/null', 'background /etc/cron.d/x'],
    ['sh', 'cp x.json ~/.claude/settings.json', 'agent_settings ~/.claude/settings.json'],
    ['sh', 'bash -c "sed -i s/a/b/ ~/.bashrc"', 'background ~/.bashrc'],
    ['sh', 'rsync -a skills/ ~/.claude/skills/', 'agent_settings ~/.claude/skills/'],
    ['py', 'p = Path.home() / ".claude/CLAUDE.md"\np.write_text(x)', 'agent_settings .claude/CLAUDE.md'],
    ['py', 'with open(home + "/.bashrc", "a") as f:', 'background /.bashrc'],
    ['py', 'os.system("echo x >> ~/.zshrc")', 'background ~/.zshrc'],
    ['py', 'run(["tool", "--attributes", ".gitattributes"])', 'background .gitattributes'],
    ['ts', "const F = join(homedir(), '.claude')\nwriteFileSync(F, s)", 'agent_settings .claude'],
    ['powershell', 'Add-Content -Path ~/.bashrc -Value x', 'background ~/.bashrc'],
    ['yaml', 'lineinfile: { path: /etc/crontab, line: x }', 'background /etc/crontab'],
    ['ini', '# /etc/systemd/system/x.timer\n[Timer]', 'background /etc/systemd/system/x.timer'],
  ])('in %s: %s', (language, text, said) => expect(code(language, text)).toContain(said))

  it.each([
    ['sh', 'echo "ssh-ed25519 A" | tee -a ~/.ssh/authorized_keys', '~/.ssh/authorized_keys'],
    ['sh', 'F=/etc/ssh/sshd_config\necho "PermitRootLogin yes" >> "$F"', '/etc/ssh/sshd_config'],
    ['sh', 'echo "x ALL=(ALL) ALL" > /etc/sudoers.d/x', '/etc/sudoers.d/x'],
    ['py', 'open("/etc/passwd", "a").write(line)', '/etc/passwd'],
  ])('whom a machine lets in, in %s: %s', (language, text, file) =>
    expect(code(language, text)).toContain(`background a change of who may enter this machine: ${file}`),
  )

  it('keys are named whatever is done with them', () => {
    expect(code('sh', 'cat ~/.ssh/authorized_keys')).toEqual(['secrets ~/.ssh/authorized_keys'])
    expect(code('sh', 'cat .env')).toEqual(['secrets .env'])
  })
})
