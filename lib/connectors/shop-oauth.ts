import type { App } from '../platform/app/app.ts'
import type { Grant } from '../platform/outbound/request-grant.ts'
import type { Credentials } from './connector.ts'

/** The parts of the app that hold the deployment's own apps at platforms. */
export type Deployment = Pick<App, 'config' | 'vault'>
export type OAuthApp = Deployment & Pick<App, 'outbound'>

/** Authorization by the shop's owner on pages of the platform, through an app that the deployment has there. */
export interface ShopOAuth {
  /** The credential that replaces the authorization: a token that the merchant made. */
  tokenKey: string
  isConfigured(config: App['config']): boolean
  /** Returns the name of the shop that the callback brings as `shop`. */
  getShop(credentials: Credentials): string
  /** Returns the URL of the page on which the owner agrees. Throws `PROVIDER_NOT_CONFIGURED` if there is no app. */
  buildAuthorizationUrl(
    deployment: Deployment,
    credentials: Credentials,
    callback: { state: string; redirectUri: string },
  ): Promise<string>
  /** Returns true if the platform has just signed the query with which the browser came back. */
  isSignedCallback(deployment: Deployment, query: Readonly<Record<string, string>>, now: Date): Promise<boolean>
  /** Exchanges the callback's code for tokens. Throws `GrantRefused` or `OutboundError`. */
  redeem(app: OAuthApp, credentials: Credentials, code: string): Promise<Grant>
  /** Exchanges a refresh token for new tokens. Throws `GrantRefused` or `OutboundError`. */
  refresh(app: OAuthApp, credentials: Credentials, refreshToken: string | null): Promise<Grant>
}
