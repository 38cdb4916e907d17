import type { Action } from './actions.ts'

/**
 * Whether an action changes something outside the project: pushes, publishes, deploys, deletes, sends. Git cannot undo
 * such actions, so they become steps only if every run did them.
 */
export function hasExternalEffect({ kind, head, typed }: Pick<Action, 'kind' | 'head' | 'typed'>): boolean {
  if (kind === 'CALL') return CALLS.test(head.slice('CALL '.length))
  if (kind !== 'RUN') return false
  const line = (typed?.bare ?? []).map(({ text }) => spoken(text)).join(' ')
  const said = (line === '' ? head.slice('RUN '.length) : line).slice(0, MAX_LINE)
  return COMMANDS.some((pattern) => pattern.test(said))
}

/** A word on one line; a command that a quoted text speaks of is none. */
const spoken = (word: string): string => (/\s/.test(word) ? word.replace(/[|&;]/g, ',').replace(/\s+/g, ' ') : word)

/** Whether a verb names an action outside the project. */
export const isOutwardVerb = (verb: string): boolean => CALLS.test(verb)

/** Characters of a command that are matched: the deciding words are near its beginning. */
const MAX_LINE = 600

/**
 * Verbs at the beginning of tool names, after any namespace: `send_message`, `mcp__mail__sendDraft`, `cancel_order`.
 */
const CALLS =
  /(?:^|__|[.:/])(?:send|post|publish|deploy|release|push|delete|remove|cancel|book|buy|pay|refund|transfer|invite|merge|close|submit|upload|drop|revoke|terminate)(?=$|_|[A-Z])/

/** Matches words at the beginning of a command, or after a pipe, `&&`, `sudo` or a runner. */
const at = (words: string): RegExp => new RegExp(`(?:^|[|&;] ?|\\bsudo |\\bnpx |\\bxargs )(?:${words})(?=\\s|$)`)

const COMMANDS: readonly RegExp[] = [
  at('git push'),
  at(
    'gh (?:pr|issue|release|repo|gist|workflow|run|secret|label|variable) (?:create|merge|close|reopen|comment|edit|delete|review|run|rerun|cancel|set|upload|archive|rename|ready)',
  ),
  at('gh api .*(?:(?:-X|--method)[ =]?(?:POST|PUT|PATCH|DELETE)|\\bmutation\\b.*)'),
  at('(?:npm|pnpm|yarn|bun|cargo|poetry|uv|hatch|flit|gem|twine) (?:publish|unpublish|deprecate|upload|yank|push)'),
  at('(?:docker|podman) (?:push|rm|rmi|system prune|volume rm)'),
  at('(?:kubectl|oc) (?:apply|create|delete|replace|patch|scale|rollout|drain|cordon|set|edit)'),
  at('helm (?:install|upgrade|uninstall|rollback)'),
  at('(?:terraform|tofu|pulumi|cdk|sam|serverless|sls) (?:apply|destroy|up|deploy|import|remove)'),
  at(
    '(?:fly|flyctl|vercel|netlify|heroku|railway|wrangler|firebase|gcloud app|eb|render) (?:deploy|up|launch|publish|release|scale)',
  ),
  at('vercel --prod'),
  at('aws s3 (?:cp|mv|rm|sync|rb)'),
  at('aws \\S+ (?:create|delete|put|update|terminate|run|start|stop|send|publish|invoke)\\S*'),
  at('(?:ssh|scp|sftp|rsync .*\\S+:\\S*|mail|mailx|sendmail|mutt|msmtp)'),
  at(
    'curl .*(?:-X ?(?:POST|PUT|PATCH|DELETE)|--request ?(?:POST|PUT|PATCH|DELETE)|-d|--data\\S*|-F|--form|-T|--upload-file)',
  ),
  at(
    '(?:psql|mysql|sqlite3|mongosh|redis-cli) .*\\b(?:insert|update|delete|drop|truncate|alter|create|grant|FLUSHALL|DEL)\\b.*',
  ),
  at('rm .*(?:-[a-zA-Z]*r[a-zA-Z]*|--recursive) .*(?:/|~|\\.\\.)\\S*'),
  at('rm .*(?:/|~)\\S*'),
  at('crontab|systemctl (?:start|stop|restart|enable|disable)|launchctl (?:load|unload)'),
]
