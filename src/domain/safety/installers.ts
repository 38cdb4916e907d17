/** Installers that projects publish themselves: the host alone, or a host and the folders on it that are theirs. */
const INSTALLERS: ReadonlyMap<string, readonly string[] | 'any'> = new Map<string, readonly string[] | 'any'>([
  ...[
    'sh.rustup.rs',
    'get.docker.com',
    'install.python-poetry.org',
    'get.pnpm.io',
    'fnm.vercel.app',
    'get.volta.sh',
    'get.helm.sh',
    'elan.lean-lang.org',
    'get-ghcup.haskell.org',
    'install.determinate.systems',
    'deb.nodesource.com',
    'rpm.nodesource.com',
    'mise.run',
    'get.sdkman.io',
    'pyenv.run',
    'foundry.paradigm.xyz',
  ].map((host) => [host, 'any'] as const),
  ['astral.sh', ['/uv/', '/ruff/', '/ty/']],
  ['bun.sh', ['/install']],
  ['bun.com', ['/install']],
  ['deno.land', ['/install.sh', '/x/install/']],
  ['starship.rs', ['/install.sh']],
  ['ollama.com', ['/install.sh']],
  ['claude.ai', ['/install.sh', '/install.ps1']],
  ['fly.io', ['/install.sh', '/install.ps1']],
  ['nixos.org', ['/nix/install']],
  ['sdk.cloud.google.com', ['/']],
  [
    'raw.githubusercontent.com',
    [
      '/nvm-sh/nvm/',
      '/Homebrew/install/',
      '/leanprover/elan/',
      '/pyenv/pyenv-installer/',
      '/helm/helm/',
      '/ohmyzsh/ohmyzsh/',
      '/golangci/golangci-lint/',
      '/anchore/grype/',
      '/anchore/syft/',
      '/aquasecurity/trivy/',
    ],
  ],
])

/**
 * Whether an address is that of a known installer: by its host as a browser reads it and the beginning of its path. No
 * user, port or query, and only over HTTPS: each of them can make another program of it.
 */
export function isKnownInstaller(address: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '' || url.search !== '')
    return false
  const paths = INSTALLERS.get(url.hostname)
  return paths === 'any' || (paths ?? []).some((path) => url.pathname.startsWith(path))
}
