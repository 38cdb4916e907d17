import { type Rule, rule, type Severity } from './rule.ts'

/** Folders whose deletion destroys a machine or a person's work. */
const ROOTS =
  /^["']?(?:\/(?:\*|\.\*)?|~\/?(?:\*|\.\*)?|\$\{?HOME\}?\/?\*?|\/(?:home|Users)(?:\/[^/\s"']{1,40})?\/?\*?|\/(?:etc|usr|bin|sbin|lib|boot|dev|proc|sys|root|opt|var|srv|mnt|media|System|Library|Applications)\/?\*?|[A-Za-z]:[\\/]?\*?|\$env:(?:USERPROFILE|SystemRoot|HOMEPATH)|%(?:USERPROFILE|SystemRoot|HOMEPATH|SystemDrive)%\\?\*?|~\/(?:Documents|Desktop|Downloads|Pictures|Library|\.ssh|\.gnupg|\.config|\.aws)\/?\*?)["']?$/i
/** Targets that delete everything in the current folder. */
const HERE = /^["']?(?:\.{1,2}\/?|\*|\.\/\*|\.\*|\.git\/?)["']?$/
/** System folders; a deeper path in them belongs to no project either. */
const SYSTEM = /^["']?\/(?:etc|usr|bin|sbin|lib|boot|root|System|Library)\/[^\s"']/i

function removalSeverity(match: RegExpExecArray): Severity | undefined {
  const targets = (match.groups?.targets ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'))
  if (targets.some((target) => ROOTS.test(target)) || /--no-preserve-root/.test(match[0])) return 'block'
  return targets.some((target) => HERE.test(target) || SYSTEM.test(target)) ? 'warn' : undefined
}

/** Commands that destroy data or disable protection. */
// biome-ignore format: a rule a line
export const DESTRUCTION: readonly Rule[] = [
  rule('destructive-command', 'block', 'deletes a system, a home or a whole folder without asking', /\brm\s{1,4}(?=(?:-\S{1,20}\s{1,4}){0,5}?-(?:\w{0,6}[rR]|-recursive))(?:-{1,2}[\w-]{1,20}\s{1,4}){1,6}(?<targets>[^\n;&|<>)`]{1,200})/g, removalSeverity),
  rule('destructive-command', 'block', 'deletes a system or a home without asking', /\bfind\s{1,4}["']?(?:\/|~|\$HOME|\/home|\/etc|\/usr)["']?\s[^\n;|]{0,160}(?:-delete\b|-exec\s{1,4}(?:rm|shred)\b)|\brmtree\s?\(\s?(?:["'](?:\/|~|\/home|\/etc|\/usr|C:)[^"'/\\]{0,20}[/\\]?["']|os\.path\.expanduser\(\s?["']~\/?["']\s?\)|Path\.home\(\)\s?[,)])|\b(?:rmSync|rm|rimraf|rmdirSync)\s?\(\s?(?:["'](?:\/|~)["']|os\.homedir\(\)|process\.env\.HOME)|\brimraf\s{1,4}(?:\/|~)(?=\s|$)|\bremove-item\b[^\n]{0,60}-recurse[^\n]{0,60}(?:[A-Z]:\\(?=\s|\*|$|["'])|\$HOME|~(?=\s|\\|$)|\$env:(?:USERPROFILE|SystemRoot))|\bdel\s{1,4}(?:\/[sfq]\s{1,4}){1,3}["']?(?:[A-Z]:\\|%\w{1,20}%)|\b(?:rd|rmdir)\s{1,4}\/s\s{1,4}(?:\/q\s{1,4})?["']?(?:[A-Z]:\\?(?=\s|$|["'])|%\w{1,20}%)|\bshred\s[^\n]{0,80}(?:\/dev\/(?!shm\/)|~|\$HOME)/gim),
  rule('destructive-command', 'block', 'overwrites a disk', /\bmkfs(?:\.\w{2,8})?\s{1,4}(?:-\S{1,20}\s{1,4}){0,4}\/dev\/|\bdd\s[^\n]{0,160}\bof=\/dev\/(?:sd|hd|nvme|vd|mmcblk|disk|xvd|mapper)|>\s{0,4}\/dev\/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk)|\bwipefs\s{1,4}-a|\bblkdiscard\b|\bdiskutil\s{1,4}(?:erase|zero|secureErase)\w{0,12}|\bcryptsetup\s[^\n]{0,60}luksFormat|\bformat\s{1,4}[a-z]:\s{0,4}(?:\/|$)|\bvssadmin\s{1,4}delete\s{1,4}shadows|\bcipher\s{1,4}\/w:|\bsgdisk\s{1,4}(?:-Z|--zap)/gim),
  rule('loosened-protection', 'block', 'opens a system or a home to everyone, or raises rights for good', /\bchmod\s{1,4}(?:-\w{1,3}\s{1,4}){0,2}(?:0?777|a\+rwx)\s{1,4}["']?(?:\/(?!(?:var\/)?tmp\b)|~)|\bNOPASSWD\b|>{1,2}\s{0,4}\/etc\/sudoers|\/etc\/sudoers\.d\//gi),
  rule('cover-up', 'block', 'removes traces or blinds what would notice', /\bhistory\s{1,4}-c\b|\bunset\s{1,4}HISTFILE\b|\bHISTFILE=\/dev\/null|\bHISTSIZE=0\b|>\s{0,4}~?\/?[\w./]{0,40}\.(?:bash|zsh)_history|\brm\s[^\n]{0,60}\.(?:bash|zsh)_history|\bauditctl\s{1,4}-e\s{1,4}0|\b(?:systemctl|service)\s{1,4}(?:stop|disable|mask)\s{1,4}(?:auditd|rsyslog|falcon-sensor|crowdstrike|clamav|osqueryd)|Set-MpPreference\s[^\n]{0,60}Disable|\bcsrutil\s{1,4}disable|\bspctl\s{1,4}--master-disable|\bwevtutil\s{1,4}cl\b|\bjournalctl\s[^\n]{0,40}--vacuum-(?:time|size)=[01]\b/gi),
]
