import type { WizardProviderName } from '../../../schemas/warehousing/wizard.ts'
import { REFRESH_MS } from '../../platform/connection/access-token.ts'
import type { Tokens } from '../../platform/connection/tokens.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Grant } from '../../platform/outbound/request-grant.ts'

/** A deployment's account at a provider, with the client secret decrypted. */
export interface Account {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  apiUrl: string
}

/** Access to a provider with the deployment's account. */
export interface ProviderAccess {
  outbound: Outbound
  account: Account
}

/** Data that a tenant's connection needs in addition to its tokens; always stored encrypted. */
export type Kept = Readonly<Record<string, string>>

export interface Redeemed {
  grant: Grant
  kept: Kept
}

/** A company that stores goods for tenants and lets us act for them once they have authorized it. */
export interface WizardProvider {
  name: WizardProviderName
  /** Settings that the deployment must have. */
  needs: readonly ('clientId' | 'clientSecret')[]
  /** Public URLs of the provider; `authorizeUrl` is absent if tenants enter keys instead. */
  defaults: Pick<Account, 'tokenUrl' | 'apiUrl'> & { authorizeUrl?: string }
  /** Form fields for the tenant, if the provider has no authorization page. */
  requiredFields: readonly Readonly<Record<string, string>>[]
  /** Member of `resourceSelection` that selects the provider's resources. */
  selects: string
  authorizationUrl?: (account: Account, state: string, redirectUri: string) => string
  /** Exchanges the code or the credentials for tokens. */
  redeem(access: ProviderAccess, input: { code: string; credentials: Kept; redirectUri: string }): Promise<Redeemed>
  refresh(access: ProviderAccess, tokens: Tokens, kept: Kept): Promise<Grant>
  /** True if a refresh invalidates the used refresh token, so that the new one has to be stored. */
  rotatesTokens: boolean
  /** Lists the resources to select from, as names by id. */
  resources(access: ProviderAccess, accessToken: string): Promise<Record<string, string>>
}

/** Milliseconds for one call of a provider; a request has time for two, and for waiting for a concurrent refresh. */
export const CALL_MS = REFRESH_MS

/** Limits the provider's ids and names in number and length. */
export const shortenNames = (pairs: readonly (readonly [unknown, unknown])[]): Record<string, string> =>
  Object.fromEntries(
    pairs
      .flatMap(([id, name]) =>
        (typeof id === 'string' || typeof id === 'number') && typeof name === 'string'
          ? [[String(id).slice(0, 100), name.slice(0, 255)] as const]
          : [],
      )
      .slice(0, 200),
  )

export const parseObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const parseList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new OutboundError('unreadable')
  return value
}

/** Adds parameters to the query of a URL. */
export const withQuery = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
