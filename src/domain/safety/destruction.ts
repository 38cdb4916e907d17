import { type Rule, type Severity, words } from './rule.ts'

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
export const DESTRUCTION: readonly Rule[] = [
  {
    rule: 'destructive-command',
    severity: 'block',
    why: 'deletes a system, a home or a whole folder without asking',
    cues: words('rm'),
    pattern:
      /\brm\s{1,4}(?=(?:-\S{1,20}\s{1,4}){0,5}?-(?:\w{0,6}[rR]|-recursive))(?:-{1,2}[\w-]{1,20}\s{1,4}){1,6}(?<targets>[^\n;&|<>)`]{1,200})/g,
    judge: removalSeverity,
  },
  {
    rule: 'destructive-command',
    severity: 'block',
    why: 'deletes a system or a home without asking',
    cues: words('find rmtree rmsync rm rimraf remove del rd rmdir unlink shred'),
    pattern:
      /\bfind\s{1,4}["']?(?:\/|~|\$HOME|\/home|\/etc|\/usr)["']?\s[^\n;|]{0,160}(?:-delete\b|-exec\s{1,4}(?:rm|shred)\b)|\brmtree\s?\(\s?(?:["'](?:\/|~|\/home|\/etc|\/usr|C:)[^"'/\\]{0,20}[/\\]?["']|os\.path\.expanduser\(\s?["']~\/?["']\s?\)|Path\.home\(\)\s?[,)])|\b(?:rmSync|rm|rimraf|rmdirSync)\s?\(\s?(?:["'](?:\/|~)["']|os\.homedir\(\)|process\.env\.HOME)|\brimraf\s{1,4}(?:\/|~)(?=\s|$)|\bremove-item\b[^\n]{0,60}-recurse[^\n]{0,60}(?:[A-Z]:\\(?=\s|\*|$|["'])|\$HOME|~(?=\s|\\|$)|\$env:(?:USERPROFILE|SystemRoot))|\bdel\s{1,4}(?:\/[sfq]\s{1,4}){1,3}["']?(?:[A-Z]:\\|%\w{1,20}%)|\b(?:rd|rmdir)\s{1,4}\/s\s{1,4}(?:\/q\s{1,4})?["']?(?:[A-Z]:\\?(?=\s|$|["'])|%\w{1,20}%)|\bshred\s[^\n]{0,80}(?:\/dev\/|~|\$HOME)/gim,
  },
  {
    rule: 'destructive-command',
    severity: 'block',
    why: 'overwrites a disk',
    cues: words('mkfs dd wipefs dev format diskutil luksformat fdisk sfdisk vssadmin cipher sgdisk blkdiscard'),
    pattern:
      /\bmkfs(?:\.\w{2,8})?\s{1,4}(?:-\S{1,20}\s{1,4}){0,4}\/dev\/|\bdd\s[^\n]{0,160}\bof=\/dev\/(?:sd|hd|nvme|vd|mmcblk|disk|xvd|mapper)|>\s{0,4}\/dev\/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|disk\d|mmcblk)|\bwipefs\s{1,4}-a|\bblkdiscard\b|\bdiskutil\s{1,4}(?:erase|zero|secureErase)\w{0,12}|\bcryptsetup\s[^\n]{0,60}luksFormat|\bformat\s{1,4}[a-z]:\s{0,4}(?:\/|$)|\bvssadmin\s{1,4}delete\s{1,4}shadows|\bcipher\s{1,4}\/w:|\bsgdisk\s{1,4}(?:-Z|--zap)/gim,
  },
  {
    rule: 'destructive-command',
    severity: 'block',
    why: 'brings the machine down by multiplying itself',
    literals: [':(', ': ('],
    pattern: /:\s?\(\s?\)\s?\{\s?:\s?\|\s?:\s?&\s?\}\s?;\s?:/g,
  },
  {
    rule: 'destructive-command',
    severity: 'warn',
    why: 'throws away work or data that others share',
    cues: words('push drop truncate terraform kubectl flushall flushdb dropdatabase prune rb tofu pulumi filter'),
    pattern:
      /\bgit\s{1,4}push\b(?=[^\n;|]{0,80}(?:\s-f\b|--force(?!-with-lease)))(?=[^\n;|]{0,80}\b(?:main|master|production|prod|release|trunk|--all|--mirror)\b)[^\n;|]{0,80}|\bDROP\s{1,4}(?:DATABASE|SCHEMA)\b(?!\s{1,4}IF\s{1,4}EXISTS\s{1,4}test)|\b(?:terraform|tofu)\s[^\n]{0,60}\bdestroy\b[^\n]{0,60}-auto-approve|\bkubectl\s[^\n]{0,60}\bdelete\b[^\n]{0,60}(?:--all\b|\bnamespaces?\b|\bns\b)|\bflush(?:all|db)\b|\bdropDatabase\s?\(|\bdocker\s{1,4}(?:system|volume)\s{1,4}prune\b[^\n]{0,40}(?:-a|--all)\w{0,3}[^\n]{0,40}--volumes|\baws\s{1,4}s3\s{1,4}(?:rb\b[^\n]{0,80}--force|rm\b[^\n]{0,80}s3:\/\/[^/\s]{1,80}\/?\s[^\n]{0,20}--recursive)|\bgit\s{1,4}filter-branch\b/gi,
  },
  {
    rule: 'loosened-protection',
    severity: 'warn',
    why: 'opens files or accounts to everyone, or raises rights',
    cues: words(
      'chmod sudoers nopasswd usermod useradd setuid setenforce ufw iptables chown visudo icacls adduser dseditgroup net docker podman nsenter privileged',
    ),
    pattern:
      /\bchmod\s{1,4}(?:-\w{1,3}\s{1,4}){0,2}(?:0?777|a\+rwx|o\+w)\b|\bchmod\s{1,4}(?:u\+s|[0-7]?[4-7][0-7]{3}|\+s)\s|\bNOPASSWD\b|>{1,2}\s{0,4}\/etc\/sudoers|\/etc\/sudoers\.d\/|\busermod\s[^\n]{0,40}-aG\s{1,4}(?:sudo|wheel|root|admin)\b|\buseradd\s[^\n]{0,60}(?:-o\s|-u\s?0)|\bsetenforce\s{1,4}0|\bufw\s{1,4}disable|\biptables\s{1,4}(?:-F|--flush)|\bchown\s{1,4}-R\s{1,4}\S{1,40}\s{1,4}["']?\/(?=\s|$)|\b(?:docker|podman)\s{1,4}run\b[^\n]{0,160}(?:-v|--volume)[ =]\/:\/|\bnsenter\s{1,4}-t\s?1\b|\bnet\s{1,4}(?:user|localgroup)\s[^\n]{0,60}\/add/gim,
    judge: (match) =>
      /NOPASSWD|sudoers/i.test(match[0]) ||
      (/^chmod/i.test(match[0]) &&
        /\s(?:0?777|a\+rwx)\s{1,4}["']?(?:\/|~)/i.test(
          match.input.slice(match.index, match.index + match[0].length + 8),
        ) &&
        !/^\S{0,1}\/(?:tmp|var\/tmp)/.test(match.input.slice(match.index + match[0].length).trimStart()))
        ? 'block'
        : 'warn',
  },
  {
    rule: 'cover-up',
    severity: 'block',
    why: 'removes traces or blinds what would notice',
    cues: words(
      'history histfile auditctl auditd mppreference csrutil spctl wevtutil rsyslog journalctl histsize utmp wtmp',
    ),
    pattern:
      /\bhistory\s{1,4}-c\b|\bunset\s{1,4}HISTFILE\b|\bHISTFILE=\/dev\/null|\bHISTSIZE=0\b|>\s{0,4}~?\/?[\w./]{0,40}\.(?:bash|zsh)_history|\brm\s[^\n]{0,60}\.(?:bash|zsh)_history|\bauditctl\s{1,4}-e\s{1,4}0|\b(?:systemctl|service)\s{1,4}(?:stop|disable|mask)\s{1,4}(?:auditd|rsyslog|falcon-sensor|crowdstrike|clamav|osqueryd)|Set-MpPreference\s[^\n]{0,60}Disable|\bcsrutil\s{1,4}disable|\bspctl\s{1,4}--master-disable|\bwevtutil\s{1,4}cl\b|\bjournalctl\s[^\n]{0,40}--vacuum-(?:time|size)=[01]\b/gi,
  },
]
