import { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'

/** The provider at which the people of one org sign in: `team-oidc.json` beside `config.json`. */
const settingsSchema = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }),
  client: z.string().min(1),
  /** Absent for a client that the provider calls public. */
  secret: z.string().min(1).optional(),
  /** Whose people sign in there: another org's must not be able to. */
  org: z.uuid(),
})

/** What a browser keeps between leaving for the provider and coming back. */
export interface Begun {
  /** Also the id of the session that it becomes, so that it becomes one once. */
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type Oidc = Awaited<ReturnType<typeof openOidc>>

/** A provider of OpenID Connect, by its settings: code flow with PKCE, state and nonce. The provider is asked at the first sign-in. Throws `bad_file`, and `unavailable` without the package. */
export async function openOidc(text: string) {
  const { issuer, client, secret, org } = settingsIn(text)
  const { hostname, host: name } = new URL(issuer)
  const openid = await import('openid-client').catch((cause: unknown) => {
    throw new WaylandError('unavailable', 'sign-in by OpenID Connect needs the package openid-client', {
      hint: 'Run "npm install -g openid-client", or move team-oidc.json away.',
      cause,
    })
  })
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  const execute = [openid.enableNonRepudiationChecks, ...(isHere ? [openid.allowInsecureRequests] : [])]
  const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret)
  const discover = async () => await openid.discovery(new URL(issuer), client, {}, authentication, { execute })
  let found: ReturnType<typeof discover> | undefined
  /** Asks the provider, and says in words what went wrong. */
  const ask = async <T>(work: (config: Awaited<ReturnType<typeof discover>>) => Promise<T>): Promise<T> => {
    try {
      found ??= discover()
      const config = await found.catch((error: unknown) => {
        found = undefined
        throw error
      })
      return await work(config)
    } catch (error) {
      throw inWords(error, name)
    }
  }
  return {
    org,
    /** The provider's host, as people read it. */
    name,
    /** Where to send a browser that is to come back to `back`. */
    begin: async (back: string, { state, nonce, verifier }: Begun) =>
      await ask(async (config) =>
        openid.buildAuthorizationUrl(config, {
          ...{ redirect_uri: back, scope: 'openid email', state, nonce },
          ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
        }),
      ),
    /** The e-mail address of who came back, which the provider verified. Throws `refused`, and `unavailable` where it does not answer. */
    end: async (came: URL, { state, nonce, verifier }: Begun) =>
      await ask(async (config) => {
        const answer = await openid.authorizationCodeGrant(config, came, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        })
        const claims = answer.claims()
        // A provider may keep the address out of what it signs.
        const told =
          claims?.email === undefined
            ? await openid.fetchUserInfo(config, answer.access_token, claims?.sub ?? '')
            : claims
        if (typeof told.email !== 'string' || told.email_verified !== true)
          throw refused(`${name} does not say that it verified your e-mail address`)
        return told.email
      }),
  }
}

function settingsIn(text: string): z.infer<typeof settingsSchema> {
  try {
    return settingsSchema.parse(JSON.parse(text))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message
    throw new WaylandError('bad_file', `team-oidc.json is not understood (${why})`, {
      hint: 'It is {"issuer": "https://…", "client": "…", "secret": "…", "org": "<the id in an invitation>"}.',
      cause,
    })
  }
}

/** The error for a person whose sign-in failed at the provider; it carries the provider's code. */
function inWords(error: unknown, name: string): unknown {
  const { code = '', error: said, cause } = error as { code?: string; error?: string; cause?: { code?: string } }
  if (error instanceof WaylandError) return error
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return refused(`${name} did not sign you in (${said})`)
  if (said === 'invalid_grant') return refused(`the code of ${name} has ended, or was used before`)
  if (said !== undefined || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    return refused(`${name} refused this server, by its client or secret (${said ?? code})`)
  if (code.startsWith('OAUTH_') && !['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code))
    return refused(`what came back is not of ${name}, or not of this sign-in (${code})`)
  return new WaylandError('unavailable', `${name} does not answer now (${cause?.code ?? (error as Error).message})`, {
    cause: error,
  })
}

const refused = (message: string) =>
  new WaylandError('refused', message, { hint: 'Sign in again, or open the page by "wayland-core team page".' })
