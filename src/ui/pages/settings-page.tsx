import type { Source } from '../../config/config.ts'
import type { SettingsView, SettingView } from '../settings-view.ts'
import { Layout } from '../view/layout.tsx'
import { visibleText } from '../view/visible-text.ts'

export interface SettingsPageProps {
  readonly view: SettingsView
}

/** Every option in words, its value and where that is from, and the line that changes it. */
export function SettingsPage({ view }: SettingsPageProps) {
  const changed = view.groups.flatMap(({ options }) => options.filter(({ next }) => next !== undefined))
  const own = view.groups.flatMap(({ options }) => options.filter(({ source }) => source !== 'default'))
  return (
    <Layout title="Settings" here="/settings">
      <h1>Settings</h1>
      <p>
        They are changed in the file <code class="path">{visibleText(view.file)}</code>
        {view.isThere ? '' : ', which is not there yet'}. Each command reads it when it starts: start this page again,
        and the daemon if one runs (“wayland-core daemon stop”, then “start”), after a change. Keys of models are read
        from the environment and not shown.
      </p>
      {view.fault !== undefined && (
        <p role="alert" class="why">
          No command can start now: {visibleText(view.fault.message)}. {visibleText(view.fault.hint)}
        </p>
      )}
      {changed.length > 0 && (
        <p role="status" class="why">
          {`Changed since this page was started: ${changed.map(({ key }) => key).join(', ')}.`}
        </p>
      )}
      <p>
        {own.length === 0
          ? 'Nothing is set: all values are defaults.'
          : `Set by you: ${own.map(({ key }) => key).join(', ')}.`}
      </p>
      {view.groups.map(({ title, options }) => (
        <section>
          <h2>{title}</h2>
          <ul class="items">
            {options.map((option) => (
              <Setting option={option} view={view} />
            ))}
          </ul>
        </section>
      ))}
    </Layout>
  )
}

function Setting({ option, view }: { readonly option: SettingView; readonly view: SettingsView }) {
  const { key, words, takes, value, source, next } = option
  return (
    <li class="item">
      <h3>
        <code>{key}</code>
        {': '}
        <span class="value">{visibleText(value)}</span>
      </h3>
      <p>{words}.</p>
      <ul class="facts">
        <li>{fromOf(source, option, view.file)}</li>
        <li>{takes}</li>
        {next !== undefined && <li>{`commands that start now use: ${visibleText(next)}`}</li>}
      </ul>
      <details>
        <summary>
          Change<span class="hidden">{` ${key}`}</span>
        </summary>
        <Change option={option} view={view} />
      </details>
    </li>
  )
}

const fromOf = (source: Source, { flag, variable }: SettingView, file: string): string =>
  ({
    given: `from ${flag}, given to this command`,
    variable: `from the variable ${variable}`,
    file: `from ${visibleText(file)}`,
    default: 'default',
  })[source]

function Change({ option: { line, source, flag, variable }, view: { file, isThere } }: Parameters<typeof Setting>[0]) {
  if (line === undefined)
    return <p>{`Set the variable ${variable}, or give ${flag} to each command: it cannot stand in the file.`}</p>
  return (
    <>
      {source === 'given' && <p>{`Leave ${flag} out when you start this page: it wins over what follows.`}</p>}
      {source === 'variable' && <p>{`Unset the variable ${variable}, or set it anew: it wins over the file.`}</p>}
      <p>
        {isThere ? 'With the value that you want, in ' : 'Make the file with the value that you want: '}
        <code>{visibleText(file)}</code>
      </p>
      <pre tabindex={0}>{visibleText(isThere ? line : `{ ${line} }`)}</pre>
      <p class="words">{`For one command: ${flag}. For a shell: ${variable}.`}</p>
    </>
  )
}
