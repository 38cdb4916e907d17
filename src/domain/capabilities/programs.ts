// What programs do, as data: the first words of a command and what it comes to.
import type { Deed } from './said.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

/** What a shell does itself, and programs that only show text: not listed. */
export const SILENT = set(
  `cd echo export set unset true false printf test [ [[ read local return exit shift source . trap wait type alias
  declare let break continue pushd popd : getopts umask typeset readonly function then else fi do done esac if for while
  shopt hash builtin sleep cat head tail wc sort uniq tee dirname basename mkdir ls grep rg cut tr jq sed awk seq date
  pwd which touch diff fold nl column FROM COPY ADD ENV WORKDIR EXPOSE ARG LABEL USER VOLUME RUN CMD ENTRYPOINT ONBUILD`,
)

/** Programs that only print or look for what they are given. */
export const PRINTS = /^(?:echo|printf|grep|rg|jq|yq|test|\[|\[\[)$/

/** Programs that a span of code, or a line of prose, may name without further signs. */
export const KNOWN = set(
  `git gh glab hub npm npx pnpm yarn bun bunx node deno tsx ts-node pip pip3 pipx uv uvx poetry python python3 ruby gem bundle
  rake perl php composer go cargo rustc rustup java javac mvn gradle dotnet swift make cmake ninja gcc clang docker podman
  docker-compose kubectl helm kustomize terraform tofu pulumi ansible ansible-playbook aws gcloud az gsutil heroku vercel netlify
  fly flyctl wrangler firebase supabase psql mysql sqlite3 redis-cli mongosh curl wget ssh scp sftp rsync nc ncat netcat socat
  telnet ftp dig nslookup openssl gpg base64 xxd tar zip unzip gzip gunzip bash sh zsh fish dash ksh pwsh powershell env printenv
  sudo doas su crontab at launchctl systemctl service nohup setsid screen tmux rm rmdir mv cp ln chmod chown dd mkfs shred
  find xargs grep rg sed awk jq yq cat tee head tail sort ls mkdir touch vitest jest mocha playwright cypress eslint prettier
  biome tsc vite webpack rollup pytest ruff mypy black flake8 tox rspec rubocop phpunit golangci-lint gofmt make just task
  rclone mailx mutt msmtp swaks twine brew apt apt-get dnf yum apk pacman choco winget snap code open xdg-open osascript mail sendmail security op vault pass
  claude codex gemini cursor-agent aider eval source exec`,
)

/** Programs that run another: the rest of their words is a command. */
export const WRAPPERS = set(
  'sudo doas env time timeout command exec nohup nice stdbuf setsid xargs watch parallel ionice caffeinate RUN CMD ENTRYPOINT ONBUILD',
)
export const SHELLS = set('sh bash zsh dash ksh fish')
/** Interpreters: what is piped into one is run. */
export const RUNNERS = set(
  'sh bash zsh dash ksh fish python python3 node deno bun perl ruby php pwsh powershell eval source . iex',
)
/** Programs that bring text from elsewhere. */
export const FETCHES = set('curl wget fetch nc ncat http https aria2c lynx iwr irm scp ftp')
/** Programs that talk to the address in their words. */
export const TALKS = set(
  'curl wget ssh scp sftp rsync nc ncat netcat socat telnet ftp dig nslookup host getent ping http https aria2c',
)

/** Programs that send what they are given. */
export const SENDS = set('mail mailx sendmail mutt msmtp swaks logger rclone gsutil aws')

/** A command that brings text from elsewhere or decodes it. */
export const BRINGS =
  /\b(?:curl|wget|fetch|aria2c|dig|nslookup|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString|base64\s+(?:-d|-D|--decode)|base32\s+-d|xxd\s+-r|openssl\s+(?:enc|base64)\b[^\n|]{0,60}\s-d|gpg\s+(?:-d|--decrypt)|rev\b|tr\s+["']?[A-Za-z]-[A-Za-z]|atob|b64decode|fromhex|urlopen|requests\.get)/

/** Commands by their first words, and what they can do. Flags before the first argument are left out. */
// biome-ignore format: a row a line
export const COMMANDS: readonly Deed[] = [
  ['acts_on_remote', 'push to a remote', /^git push\b/],
  ['acts_on_remote', 'overwrite or delete what others pushed', /^git push\b.{0,300}\s(?:-\w{0,3}f|--force|\+\w|--delete|--mirror|:\w)/],
  ['acts_on_remote', 'write commits in the name of others', /^git\b.{0,200}\bcommit\b.*\s--author[ =]|^export GIT_(?:AUTHOR|COMMITTER)_\w+=/],
  ['acts_on_remote', 'change where a repository is pushed', /^git remote (?:add|set-url)\b/],
  ['acts_on_remote', 'open and change pull requests', /^(?:gh|glab) (?:pr|mr) (?:create|new|edit|comment|note|review|ready|update|reopen)\b/],
  ['acts_on_remote', 'merge and close pull requests', /^(?:gh|glab) (?:pr|mr) (?:merge|close|approve)\b/],
  ['acts_on_remote', 'write and close issues', /^(?:gh|glab) issue (?:create|close|comment|edit|delete|note|reopen|transfer)\b/],
  ['acts_on_remote', 'publish on a code host', /^(?:gh|glab) (?:release|gist|snippet) (?:create|upload|edit|delete)\b/],
  ['acts_on_remote', 'change a repository on its host', /^(?:gh|glab) (?:repo|label|workflow|run|ssh-key|gpg-key|variable|cache|project) (?:create|delete|edit|rename|cancel|add|set|enable|disable|fork|archive|sync|item-\w+)\b/],
  ['acts_on_remote', 'start a workflow on a code host', /^(?:gh|glab) (?:workflow|run|ci|pipeline) (?:run|rerun|retry|trigger)\b/],
  ['acts_on_remote', 'change things by the API of a code host', /^(?:gh|glab) api\b.*(?:\s-X ?(?!GET)|--method[ =](?!GET)|\s-[fF]\b|--(?:raw-)?field|--input|graphql)/],
  ['acts_on_remote', 'publish a package', /^(?:npm|pnpm|yarn|bun|cargo|poetry|uv|gem|vsce|jsr|twine|dotnet|mvn|gradle)\b.*\b(?:publish|upload|push|deploy|release:perform)\b/],
  ['acts_on_remote', 'push images', /^(?:docker|podman|buildah|helm|oras) (?:image )?push\b|^docker buildx\b.*--push\b/],
  ['acts_on_remote', 'change a cluster', /^(?:kubectl|oc) (?:apply|create|delete|replace|patch|edit|scale|rollout (?!status|history)|set|run|expose|drain|cordon|label|annotate|exec|cp)(?:(?<= )|\b)|^helm (?:install|upgrade|uninstall|rollback|delete)\b/],
  ['acts_on_remote', 'change infrastructure', /^(?:terraform|tofu|pulumi|terragrunt) (?:apply|up|destroy|import|state)\b|^(?:cdk|sst|serverless|sam) (?:deploy|destroy|remove)\b|^ansible(?:-playbook)?\b/],
  ['acts_on_remote', 'change things in a cloud', /^(?:aws|gcloud|az|gsutil|doctl|oci) (?!.*\b(?:describe|list|get|show|ls|help|wait|configure|sts|read|tail|query|search|lookup|filter-log-events|head|status|version|whoami)\b)/],
  ['acts_on_remote', 'deploy', /^(?:vercel|netlify|fly|flyctl|wrangler|firebase|supabase|heroku|railway|surge|now|render)\b(?!.* (?:dev|serve|status|logs|whoami)\b)/],
  ['acts_on_remote', 'run commands on another machine', /^(?:ssh|mosh) \S/],
  ['acts_on_remote', 'copy files to another machine', /^(?:scp|rsync|sftp)\b.*\s\S*[\w.-]:\S|^rclone (?:copy|sync|move)\b/],
  ['acts_on_remote', 'send data', /^(?:curl|http|https)\b.*(?:\s(?:-d|-F|-T|--data\S*|--form\S*|--upload-file|--json|-X ?(?:POST|PUT|PATCH|DELETE)|--request[ =](?:POST|PUT|PATCH|DELETE))(?=\s|$|['"=@])|\s-[a-zA-Z]*[dFT]\b|\s(?:POST|PUT|DELETE)\b)|^wget\b.*--(?:post|body|method)/],
  ['acts_on_remote', 'send data', /^(?:nc|ncat|netcat|socat|telnet)\b|^(?:mail|sendmail|mutt|msmtp|swaks)\b/],
  ['reaches', 'others that connect to it', /^python3? -m http\.server\b|^(?:php -S|npx (?:http-server|serve)|ngrok|cloudflared|lt|localtunnel)\b|\b0\.0\.0\.0\b/],
  ['secrets', 'the whole environment', /^(?:env|printenv|set|export -p|declare -x|compgen -v)$|^(?:env|printenv) (?:-0|--null)$/],
  ['secrets', 'keys that it looks for', /^find\b.*-i?name \S*(?:\.(?:pem|key|p12|pfx|kdbx|ppk|env)\b|id_(?:rsa|ed25519)|wallet)/],
  ['secrets', 'a store of keys', /^(?:gh|glab) (?:auth (?:token|status\b.*\s(?:-t|--show-token))|secret)\b|^aws (?:configure|sts get-session|secretsmanager|ssm get-param)\b|^gcloud (?:auth|secrets)\b|^az (?:account get-access-token|keyvault)\b|^kubectl (?:get|describe|edit) secrets?\b|^terraform state (?:pull|show)\b|^(?:vault|op|pass|bw|security|secret-tool|cmdkey|keyring|ssh-add|ssh-keygen|gpg)\b|^docker login\b|^npm (?:token|adduser|login)\b|^git credential\b/],
  ['writes_outside', 'lasting settings of a program', /^(?!git config (?!.*--(?:global|system)))[\w.-]+ (?:-\S+ )*(?:config|settings?|defaults)\b.* (?:set|write|add|--(?:global|system|add)) |^(?:defaults write|gsettings set|dconf write|setx|git config --(?:global|system)) /],
  ['writes_outside', 'accounts and rights of this machine', /^(?:docker|podman) run\b.*(?:(?:-v|--volume)[ =]\/:|--privileged|--pid[ =]host)|^nsenter\b|^chmod\b.*(?:u\+s|\b[4-7][0-7]{3}\b)|^(?:usermod|useradd|adduser|visudo|setenforce|setcap|ufw|iptables|net (?:user|localgroup))\b/],
  ['background', 'a schedule or service', /^(?:crontab|at|batch|launchctl|schtasks|systemd-run)\b|^systemctl\b.*\b(?:enable|start|link|edit)\b|^reg(?:\.exe)? add\b|^(?:npm|pnpm|yarn) pkg set scripts\b|^(?:pm2|supervisorctl|forever) start\b/],
  ['background', 'a process that stays', /^(?:nohup|setsid|disown|daemonize|screen -d|tmux new)\b/],
  ['background', 'a hook of git', /^git\b(?!.{0,60} --(?:get|list|unset))(?!.{0,60} config get).{0,200}(?:\bconfig\b|\s-c|--config(?:-env)?)[ =].{0,200}\b(?:core\.(?:hooksPath|pager|editor|sshCommand|fsmonitor)|alias\.|filter\.|merge\.|diff\.|gpg\.|init\.templateDir|include|sequence\.editor|credential\.helper|url\.|uploadpack|remote\..{0,60}(?:pushurl|vcs|proxy))|^(?:pre-commit|husky|lefthook) (?:install|add|init)\b/],
  ['background', 'whatever is started later', /^(?:(?:export|declare|typeset|local|env|setx|ENV)\b.* )?(?:PROMPT_COMMAND|(?:BASH_)?ENV(?==)|(?:ZDOT|PYTHON|NODE|RUBY|PERL5?|JAVA_TOOL|_JAVA|GIT|LD|DYLD|LESS|npm_config)_?(?:DIR|PRELOAD|AUDIT|INSERT_LIBRARIES|STARTUP|PATH|LIB|OPTIONS|OPTS?|DB|SSH|SSH_COMMAND|EDITOR|PAGER|ASKPASS|EXTERNAL_DIFF|CONFIG\w*|OPEN|CLOSE|registry))[= ]/],
  ['agent_settings', 'an agent, by its command', /^(?:claude|codex|gemini|qwen|opencode|cursor-agent)\b.*(?:\bmcp (?:add|add-json)\b|\bconfig set\b|\bplugin (?:install|add|enable|marketplace)\b)/],
  ['unread', 'what an agent does that it starts and that asks nobody', /^(?:claude|codex|gemini|qwen|opencode|cursor-agent)\b.*--(?:dangerously|yolo|allow|full-auto|permission-mode)/],
  ['deletes', 'work that git keeps for you', /^git (?:clean|reset\b.*--hard|checkout\b.* (?:--|\.)|restore|branch\b.*\s-D|stash (?:drop|clear)|filter-branch|reflog expire)\b/],
  ['deletes', 'what runs elsewhere', /^(?:terraform|tofu|pulumi|cdk|kubectl|helm|oc) (?:destroy|delete|uninstall)\b|^aws s3 (?:rb|rm)\b/],
  ['deletes', 'data of a database', /^(?:dropdb|dropuser|redis-cli\b.*\bflush(?:all|db))\b/i],
  ['deletes', 'images and caches of builds', /^docker (?:image|builder|buildx)\b.*\b(?:prune|rm)\b/],
  ['deletes', 'containers and volumes', /^docker (?:system|volume|container)\b.*\b(?:prune|rm)\b/],
  ['deletes', 'a disk', /^(?:mkfs\S*|dd\b.*\bof=|wipefs|blkdiscard|diskutil (?:erase|zero))/],
]

/** Package managers whose words name what is fetched and then run. */
export const INSTALLS =
  /^(?:(?<by>npm|pnpm|yarn|bun) (?:i|install|add|create|init|dlx)|(?<py>pip3?|pipx|uv pip|uv tool|python3? -m pip) install|(?<run>npx|bunx|uvx|pipx run)(?= )|(?<other>gem|cargo|go|brew|apt(?:-get)?|dnf|yum|apk|choco|winget|snap|poetry|uv|composer|conda|code)\b.* (?:install|add|require|get|--install-extension))(?: (?<what>.*)|$)/
