import type { WizardProviderName } from '../../../schemas/warehousing/wizard.ts'
import { REFRESH_MS } from '../../platform/connection/access-token.ts'
import type { Tokens } from '../../platform/connection/tokens.ts'
import type { Grant } from '../../platform/outbound/oauth.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'

/** A deployment's account at a provider, the client secret opened. */
export interface Account {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  apiUrl: string
}

/** How to reach a provider in the name of the platform. */
export interface ProviderAccess {
  outbound: Outbound
  account: Account
}

/** What a tenant's connection needs beside its tokens, all of it sealed. */
export type Kept = Readonly<Record<string, string>>

export interface Redeemed {
  grant: Grant
  kept: Kept
}

/** One company that keeps goods for tenants and lets us act for them once they have said so. */
export interface WizardProvider {
  name: WizardProviderName
  /** What the deployment has to be given for it. */
  needs: readonly ('clientId' | 'clientSecret')[]
  /** Public addresses of the provider; authorizing has none where tenants give keys instead. */
  defaults: Pick<Account, 'tokenUrl' | 'apiUrl'> & { authorizeUrl?: string }
  /** What a tenant fills in, where there is no page of the provider to be sent to. */
  requiredFields: readonly Readonly<Record<string, string>>[]
  /** The member of `resourceSelection` that chooses among its resources. */
  selects: string
  authorizationUrl?: (account: Account, state: string, redirectUri: string) => string
  /** Exchanges what the tenant brought for tokens. */
  redeem(access: ProviderAccess, brought: { code: string; credentials: Kept; redirectUri: string }): Promise<Redeemed>
  refresh(access: ProviderAccess, tokens: Tokens, kept: Kept): Promise<Grant>
  /** Whether a refresh ends the refresh token that it was done with, so that its answer has to be stored. */
  rotatesTokens: boolean
  /** What there is to choose from, as id and name. */
  resources(access: ProviderAccess, accessToken: string): Promise<Record<string, string>>
}

/** One call of a provider; two fit into the time of a request, beside waiting for somebody else's refresh. */
export const CALL_MS = REFRESH_MS

/** Other people's names, as far as a choice shows them. */
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

/** The address with these parameters, beside any that it has already. */
export const withQuery = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
