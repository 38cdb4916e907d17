/** What the tests use of a package without types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
  }
}
