import { afterAll } from 'vitest'
import { type App, app as currentApp, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { BOL } from '../../local/providers/bol.ts'
import {
  type Providers,
  type ProvidersOptions,
  providerSettings,
  startProviders,
} from '../../local/providers/server.ts'
import { aCustodian } from './builders.ts'
import type { Member, Received } from './client.ts'

export interface World {
  providers: Providers
  app: App
  redirectUri: string
  /** Advances the time of the platform and the providers. */
  pass(seconds: number): void
}

/**
 * Starts the wizard's providers and configures the platform for them, until the process ends. The table stays the one of
 * the current app, because a test may have wrapped it.
 */
export const startWorld = async (options: Partial<ProvidersOptions> = {}): Promise<World> => {
  let ahead = 0
  const now = () => Date.now() + ahead
  const providers = await startProviders({ port: 0, now, ...options })
  const redirectUri = `${providers.url}/callback`
  const settings = {
    ...readConfig(),
    custodianProviders: providerSettings(providers.url),
    wizardRedirectUris: [redirectUri, 'https://app.example/back'],
    outboundAllowPrivate: true,
  }
  const app: App = { ...makeApp(settings), db: currentApp().db, clock: () => new Date(now()) }
  useApp(app)
  return {
    providers,
    app,
    redirectUri,
    pass: (seconds) => {
      ahead += seconds * 1000
    },
  }
}

/** Does the same for the tests of one file. */
export const wizardWorld = async (options: Partial<ProvidersOptions> = {}): Promise<World> => {
  const world = await startWorld(options)
  afterAll(async () => {
    useApp(undefined)
    await world.providers.stop()
  })
  return world
}

export const WIZARD = '/api/warehousing/custodian-wizard'
export const OAUTH_PROVIDERS = ['fba_marketplace', 'freight_platform'] as const
export const ALL_PROVIDERS = [...OAUTH_PROVIDERS, 'retailer_fbb'] as const
export type ProviderName = (typeof ALL_PROVIDERS)[number]

/** Approves as the seller and returns the parameters with which the browser comes back. */
export const approve = async (authorizationUrl: string): Promise<Record<string, string>> => {
  const url = new URL(authorizationUrl)
  url.searchParams.set('approve', 'yes')
  const answer = await fetch(url, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`not approved: ${answer.status} ${await answer.text()}`)
  return Object.fromEntries(new URL(location).searchParams)
}

export interface Begun {
  provider: ProviderName
  custodianId: string
  state: string
  authorizationUrl: string | null
}

export const begin = async (
  member: Member,
  provider: ProviderName,
  custodianId?: string,
  more: object = {},
): Promise<Begun> => {
  const id = custodianId ?? (await aCustodian(member, { type: provider })).id
  const { body } = await member.post(`${WIZARD}/${provider}/auth-start`, { custodianId: id, ...more })
  return { provider, custodianId: id, state: body.state, authorizationUrl: body.authorizationUrl }
}

/** Makes the body for auth-callback after the seller has approved. */
export const brought = async ({ custodianId, state, authorizationUrl }: Begun) => {
  if (!authorizationUrl) return { custodianId, state, credentials: BOL }
  const back = await approve(authorizationUrl)
  const seller = back.selling_partner_id
  return {
    custodianId,
    state: back.state as string,
    code: (back.code ?? back.spapi_oauth_code) as string,
    ...(seller && { credentials: { sellingPartnerId: seller } }),
  }
}

export const finish = (member: Member, { provider }: Pick<Begun, 'provider'>, body: object): Promise<Received> =>
  member.post(`${WIZARD}/${provider}/auth-callback`, body)

/** Creates a custodian and connects it with the wizard. */
export const aConnectedCustodian = async (member: Member, provider: ProviderName, custodianId?: string) => {
  const begun = await begin(member, provider, custodianId)
  const { body } = await finish(member, begun, await brought(begun))
  return body
}

export const resources = (member: Member, provider: ProviderName, custodianId: string): Promise<Received> =>
  member.get(`${WIZARD}/${provider}/resources?custodianId=${custodianId}`)
