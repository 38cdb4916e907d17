import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Home, Invocation } from '../cli/command-line.ts'

/** The built program serving its page. */
export interface Serving {
  readonly child: ChildProcess
  /** Address below which everything is served, without a slash at the end. */
  readonly at: string
  readonly code: string
}

/** Starts `wayland-core ui` on a free port. */
export async function serve(home: Home, how: Invocation = {}): Promise<Serving> {
  const child = home.start(['ui', '--json'], how)
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const { url, code } = JSON.parse(line) as { readonly url: string; readonly code: string }
  return { child, at: url.replace(/\/#.*/, ''), code }
}

/** A browser without script: it follows links and sends the forms that a page has, with what they hold. */
export class Client {
  readonly at: string
  cookie = ''
  constructor({ at }: Pick<Serving, 'at'>) {
    this.at = at
  }

  static async signedIn(serving: Omit<Serving, 'child'>): Promise<Client> {
    const client = new Client(serving)
    await client.send('/sign-in', { token: serving.code })
    return client
  }

  /** Asks for a path below the page's own, with the cookie. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...(this.cookie && { cookie: this.cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(this.at + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
    if (cookie !== undefined) this.cookie = cookie
    return { status: response.status, text, headers: response.headers }
  }

  /** Posts fields as a form does, and follows the redirect. */
  async send(path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
    const answer = await this.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
    const to = answer.headers.get('location')
    return answer.status === 303 && to !== null
      ? await this.ask(to.slice(new URL(this.at).pathname.length), { headers })
      : answer
  }

  /** Sends the form of a page whose action ends so, with more fields or other values. */
  async submit(page: Answer, action: string, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const form = formsOf(page.text).find((one) => one.action.endsWith(action))
    if (form === undefined) throw new Error(`the page has no form for ${action}`)
    return await this.send(form.action.slice(new URL(this.at).pathname.length), { ...form.fields, ...more })
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** The forms of a page that change something, with the values of their hidden fields. */
export const formsOf = (html: string) =>
  [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inside = '']) => ({
      action,
      fields: Object.fromEntries(
        [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = '', value = '']) => [
            name,
            value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
          ],
        ),
      ),
    }),
  )

/** The text of a page as it is read: without tags. */
export const readText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
