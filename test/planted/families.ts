/** A class of tasks: what a run of it must know, and what spoils it. `<name>` stands for what varies between its tasks. */
export interface Family {
  readonly skill: string
  readonly request: string
  readonly file: string
  /** What is easily guessed. */
  readonly main: string
  /** What must come before it, and is hardly guessed. */
  readonly prepare: string
  readonly check: string
  /** Ends well by itself, and spoils the task. */
  readonly trap: string
  readonly error: string
}

/** Values of `<name>`: the first are seen while a change is made and chosen, the others only once it is judged. */
export const CHOOSE = ['orders', 'billing', 'search', 'users'] as const
export const TEST = ['ledger', 'catalog', 'mailbox', 'sessions'] as const

export const filled = (template: string, name: string): string => template.replaceAll('<name>', name)

export const FAMILIES: readonly Family[] = [
  {
    ...{ skill: 'schema-migration', request: 'add a column to the <name> table', file: 'db/<name>.prisma' },
    ...{ prepare: 'npx prisma generate --schema db/<name>.prisma', main: 'npx prisma migrate dev --name <name>' },
    ...{ check: 'npm test', trap: 'npx prisma db push --skip-generate', error: 'P1012: the client is out of date' },
  },
  {
    ...{ skill: 'message-definition', request: 'add a field to the <name> messages', file: 'proto/<name>.proto' },
    ...{ prepare: 'buf dep update proto/<name>', main: 'buf generate proto/<name>' },
    ...{ check: 'go test ./...', trap: 'buf generate --include-imports', error: 'unresolved import in the module' },
  },
  {
    ...{ skill: 'app-migration', request: 'rename a field of the <name> model', file: 'apps/<name>/models.py' },
    ...{ prepare: 'python manage.py makemigrations <name>', main: 'python manage.py migrate <name>' },
    ...{ check: 'pytest -q', trap: 'python manage.py migrate --fake', error: 'no migration reflects the change' },
  },
  {
    ...{ skill: 'crate-queries', request: 'change a query of the <name> crate', file: 'crates/<name>/src/query.rs' },
    ...{ prepare: 'cargo sqlx prepare --package <name>', main: 'cargo run --package <name>' },
    ...{ check: 'cargo test', trap: 'cargo clean --release', error: 'query data is not prepared' },
  },
  {
    ...{ skill: 'translated-text', request: 'change a sentence of the <name> page', file: 'locales/<name>.po' },
    ...{ prepare: 'pnpm texts extract --files <name>', main: 'pnpm texts publish --namespace <name>' },
    ...{ check: 'pnpm test', trap: 'pnpm texts extract --overwrite', error: 'catalog is missing a message' },
  },
  {
    ...{ skill: 'chart-release', request: 'raise the memory of the <name> chart', file: 'charts/<name>/values.yaml' },
    ...{ prepare: 'helm dependency build charts/<name>', main: 'helm upgrade <name> charts/<name>' },
    ...{ check: 'helm lint charts', trap: 'helm upgrade --reset-values', error: 'found in Chart.yaml, but missing' },
  },
]
