import { headOf } from './command-head.ts'

/**
 * The placeholder name for a varying word from its position in the command: from the option before it, or from its
 * index among the operands. `before` are the words before it. Undefined if the position tells nothing.
 */
export function placeholderName(before: readonly string[]): string | undefined {
  if (/^(?:\d*|&)[<>]{1,2}\|?$/.test(before.at(-1) ?? '')) return 'file'
  const words = ownWords(before)
  const [program = ''] = words
  const last = words.at(-1) ?? ''
  if (words.length > 1 && /^-[\w-]/.test(last)) {
    const long = /^--([a-z][\w-]*)$/i.exec(last)?.[1]
    if (long !== undefined && !FLAGS.test(long)) return long
    // `rtk git commit -m`: a program that runs another one.
    const short = long === undefined ? (SHORT[program] ?? SHORT[words[1] ?? ''])?.[last.at(-1)!] : undefined
    if (short !== undefined) return short
    // Long options with one hyphen, as in Go.
    if (/^-[a-z]{3,}$/.test(last)) return last.slice(1)
  }
  const plain = words.filter((word) => !word.startsWith('-'))
  const head = headOf(plain)
  const deep = OPERANDS[head]
  const names = deep ?? OPERANDS[program]
  if (names === undefined) return undefined
  const at = plain.length - (deep === undefined ? 1 : headWords(plain, head))
  const rest = names.at(-1)!.endsWith('+') ? names.at(-1) : undefined
  return (names[at] ?? rest)?.replace('+', '')
}

/** The words of the last command of a chain or pipeline, without leading assignments. */
function ownWords(before: readonly string[]): readonly string[] {
  const own = before.slice(before.findLastIndex((word) => /^(?:\|&?|&&|\|\|)$/.test(word)) + 1)
  const start = own.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return start < 0 ? own : own.slice(start)
}

/** Number of words up to the end of the head, leading runners included. */
const headWords = (plain: readonly string[], head: string): number =>
  plain.indexOf(head.split(' ')[0]!) + head.split(' ').length

/** Long options without a value. */
const FLAGS =
  /^(?:force|amend|all|verbose|quiet|watch|fix|help|json|yes|dry-run|staged|cached|global|draft|squash|rebase|merge|interactive|recursive|no-.*|save-dev|dev|silent|coverage|bail|check|write|hard|soft|delete|tags|web|oneline|stat|patch|name-only|short|porcelain|abbrev-ref|ff-only|progress|version|list|run|follow|detach|rm|init)$/

/** Names for the values of short options, by program. */
const SHORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  git: { m: 'message', b: 'branch', B: 'branch', C: 'dir', n: 'number', F: 'file' },
  gh: { t: 'title', b: 'body', R: 'repository', B: 'branch', H: 'branch', l: 'label', F: 'file' },
  curl: { d: 'data', H: 'header', o: 'file', X: 'method', u: 'credentials' },
  docker: { t: 'tag', f: 'file', p: 'port', e: 'variable', v: 'volume', w: 'dir' },
  psql: { c: 'query', d: 'database', U: 'user', h: 'host', f: 'file', p: 'port' },
  mysql: { e: 'query', u: 'user', h: 'host', D: 'database' },
  pytest: { k: 'test', m: 'marker' },
  kubectl: { n: 'namespace', f: 'file', l: 'label' },
  npm: { w: 'workspace' },
  tar: { f: 'file', C: 'dir' },
  sed: { n: 'lines', e: 'expression' },
  head: { n: 'lines', c: 'bytes' },
  tail: { n: 'lines', c: 'bytes' },
  ssh: { i: 'file', p: 'port' },
}

/** Names for operands, by program and subcommand; a name with `+` is used for all further operands too. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `
git checkout|git switch|git merge|git rebase|git branch: branch
git push|git pull|git fetch: remote branch
git clone: url dir
git log|git show|git revert|git cherry-pick|git reset|git diff: commit+
git tag: tag commit
git add|git rm|git restore|rm|touch|open|code: file+
git mv|cp|mv|ln|rsync|scp: source target
git worktree add: dir branch
mkdir|rmdir|cd: dir+
chmod: mode file+
chown: owner file+
curl|wget: url
ssh|ping: host
npm install|npm i|npm add|yarn add|pnpm add|bun add|pip install|uv add|cargo add|go get|brew install|apt install|apt-get install: package+
npm run|pnpm run|yarn run|bun run: script+
make|mise run|task run|just|rake: target+
docker run|docker pull|docker push: image
docker logs|docker stop|docker rm: container+
docker exec: container
kubectl get|kubectl describe|kubectl delete: resource name
kubectl logs|kubectl exec: pod
gh pr view|gh pr checkout|gh pr diff|gh pr merge|gh pr comment|gh pr checks|gh issue view|gh issue close|gh issue comment: number
gh run view|gh run watch: id
psql|createdb|dropdb: database
sqlite3|mysql: database query
go test|go build|go vet: package+
cargo test|pytest|vitest|vitest run|jest|mocha|rspec|npx vitest run: test+
kill: process+
jq: filter file+
grep|rg: pattern path+
`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [heads = '', names = ''] = line.split(': ')
      return heads.split('|').map((head): [string, readonly string[]] => [head, names.split(' ')])
    }),
)

/** The placeholder name for a word of an SQL query, from the word before it. */
export function queryName(before: string | undefined): string | undefined {
  return /^(?:from|into|update|table|join|exists)$/i.test(before ?? '') ? 'table' : undefined
}

/** The placeholder name for the text of a here-document, by the program that reads it. */
export function bodyName(before: readonly string[]): string {
  const [program = ''] = ownWords(before)
  return BODIES.find(([, programs]) => programs.test(program))?.[0] ?? 'text'
}

const BODIES: readonly (readonly [string, RegExp])[] = [
  ['message', /^git$/],
  ['body', /^(?:gh|glab|curl)$/],
  ['query', /^(?:psql|mysql|sqlite3|mongosh)$/],
  ['script', /^(?:python[\d.]*|node|ruby|perl|bash|sh|zsh|deno|bun|tsx)$/],
]
