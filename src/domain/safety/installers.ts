/** Installers that projects publish themselves: a host, or a host and a folder on it that is theirs. */
const INSTALLERS =
  `sh.rustup.rs get.docker.com install.python-poetry.org get.pnpm.io fnm.vercel.app get.volta.sh get.helm.sh
  elan.lean-lang.org get-ghcup.haskell.org install.determinate.systems deb.nodesource.com rpm.nodesource.com mise.run
  get.sdkman.io pyenv.run foundry.paradigm.xyz sdk.cloud.google.com astral.sh/uv/ astral.sh/ruff/ astral.sh/ty/
  bun.sh/install bun.com/install deno.land/install.sh deno.land/x/install/ starship.rs/install.sh ollama.com/install.sh
  claude.ai/install.sh claude.ai/install.ps1 fly.io/install.sh fly.io/install.ps1 nixos.org/nix/install
  raw.githubusercontent.com/nvm-sh/nvm/ raw.githubusercontent.com/Homebrew/install/ raw.githubusercontent.com/leanprover/elan/
  raw.githubusercontent.com/pyenv/pyenv-installer/ raw.githubusercontent.com/helm/helm/ raw.githubusercontent.com/ohmyzsh/ohmyzsh/
  raw.githubusercontent.com/golangci/golangci-lint/ raw.githubusercontent.com/anchore/grype/
  raw.githubusercontent.com/anchore/syft/ raw.githubusercontent.com/aquasecurity/trivy/`.split(/\s+/)

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
  return INSTALLERS.some((known) =>
    known.includes('/') ? `${url.hostname}${url.pathname}`.startsWith(known) : url.hostname === known,
  )
}
