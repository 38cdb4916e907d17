import { placeholder } from './placeholder.ts'

/** Replaces e-mail addresses, and home folders by `~`, so that paths stay comparable and name no person. */
export function withoutPersonal(text: string): string {
  let out = text
  if (out.includes('@') || out.includes('%40'))
    out = out.replace(EMAIL, (address, at: number, all: string) =>
      isOfProgram(
        address,
        all.slice(Math.max(0, at - 200), at),
        all.slice(at + address.length, at + address.length + 40),
      )
        ? address
        : placeholder('email'),
    )
  return HOME_HINT.test(out) ? out.replace(HOME, '~').replace(WINDOWS_HOME, '~') : out
}

/**
 * Whether an address is an account at a host, of a URL, of a copy over SSH, or after the name of a program that takes
 * one, and no mailbox; git's own settings and searches need the address that they name.
 */
const isOfProgram = (address: string, before: string, after: string): boolean =>
  address.endsWith('.gserviceaccount.com') ||
  // A mailbox that no person reads.
  /^(?:no-?reply|do-?not-?reply|ci|(?:[\w.-]{1,40}[.-])?bot)@/i.test(address) ||
  (address.includes('@') && before.endsWith('://')) ||
  // The comment of a public key.
  /[A-Za-z0-9+/]{60,200}={0,2} $/.test(before) ||
  /^:(?:[~/.]|[\w.-]{1,30}\/)/.test(after) ||
  takesAccount(before.split(/[\n;|&(`]/).at(-1)!)

/** Whether a command has come to an account: programs that log in to a host, a context of kubectl, settings of git. */
function takesAccount(command: string): boolean {
  if (/\bgit\s/.test(command) && /(?:--(?:author|committer)=|user\.email[=\s]{1,4})["']?$/.test(command)) return true
  const words = command.split(/\s+/)
  if (/^(?:--context=?|use-context)$/.test(words.at(-2) ?? '')) return true
  const program = words.findLastIndex((word) =>
    /^["']?(?:ssh|scp|sftp|rsync|mosh|sshfs|autossh|ssh-copy-id)$/.test(word),
  )
  // Flags, their values, and paths: no words of a sentence.
  const given = words.slice(program + 1, -1)
  return program >= 0 && given.every((word, i) => /^-|[/.:~$\d]/.test(word) || given[i - 1]?.startsWith('-'))
}

/** An address with a dotted domain; `git@host:path` is a remote, `@scope/name` and `name@1.2.3` are packages. */
const EMAIL =
  /(?<![A-Za-z0-9._%+-])(?!git@|hg@|svn@)[A-Za-z0-9\u00c0-\uffdc](?:[A-Za-z0-9._%+'\u00c0-\uffdc-]{0,63})(?:@|%40)(?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,62})\.){1,6}(?:xn--[A-Za-z0-9-]{2,30}|[A-Za-z\u00c0-\u024f]{2,24})(?![A-Za-z0-9(])/g

const HOME_HINT = /home|users/i

const NAME = String.raw`[^\s\\/:;,*?"'\x60<>|()[\]{}$&~%][^\s\\/:;,*?"'\x60<>|()[\]{}&%]{0,63}`

/**
 * A home folder with its user's name, at the start of a path: Linux, macOS, and Windows' seen from WSL or Git Bash; the same
 * flattened into one name by tools (`-home-alice-project`, at the start of a path part); and percent-encoded.
 */
const HOME = new RegExp(
  [
    String.raw`(?<![\w.~-]|:\/)(?:(?:\/(?:var|usr|export|data))?\/home\/(?!linuxbrew\b)|(?:\/System\/Volumes\/Data)?\/Users\/(?!Shared\b)|(?:\/mnt)?\/[a-z]\/Users\/(?!Public\b))${NAME}`,
    String.raw`(?<![^/\\\s"'])-(?:home|Users)-[A-Za-z0-9._]{1,63}(?=-|$|[/\\\s"'])`,
    '%2[Ff](?:home|Users)%2[Ff][A-Za-z0-9._-]{1,63}',
  ].join('|'),
  'g',
)

/** Windows' own, also with doubled backslashes as in JSON; the name may hold blanks if the path goes on. */
const WINDOWS_HOME = new RegExp(
  String.raw`(?<![\w.~-])(?:\\{2,4}\?\\{1,2})?[a-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/)(?!Public\b)(?:${NAME}(?: ${NAME}){1,2}(?=\\)|${NAME})`,
  'gi',
)
