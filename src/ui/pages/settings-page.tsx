import type { Config } from '../../config/config.ts'
import { OPTIONS } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { Layout } from '../view/layout.tsx'
import type { PageContext } from '../view/page-context.tsx'
import { visibleText } from '../view/visible-text.ts'

/** Every option in words, its value, and the file that holds them. They are changed there. */
export function SettingsPage({ context, config }: { readonly context: PageContext; readonly config: Config }) {
  return (
    <Layout title="Settings" here="/settings" context={context}>
      <h1>Settings</h1>
      <p>
        They are read at the start of each command, from <code>{visibleText(config.configFile)}</code>, variables of the
        environment and options of the command line. A key is not shown.
      </p>
      <section class="wide" tabindex={0} aria-label="Options">
        <table>
          <thead>
            <tr>
              <th scope="col">option</th>
              <th scope="col">value</th>
              <th scope="col">what it does</th>
            </tr>
          </thead>
          <tbody>
            {OPTIONS.map(({ key, words, takes }) => {
              const value = config.settings[key as keyof Settings]
              return (
                <tr>
                  <th scope="row">
                    <code>{key}</code>
                  </th>
                  <td>
                    {value === null ? 'not set' : visibleText(Array.isArray(value) ? value.join(', ') : String(value))}
                  </td>
                  <td>{`${words} (${takes})`}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </Layout>
  )
}
