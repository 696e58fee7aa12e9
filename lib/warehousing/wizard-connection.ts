import type { App } from '../platform/app/app.ts'
import { ConnectionBroken, getAccessToken } from '../platform/connection/access-token.ts'
import { isUsable } from '../platform/connection/decide-token-use.ts'
import {
  deleteTokens,
  readTokens,
  type StoredTokens,
  storeTokens,
  type TokenOwner,
} from '../platform/connection/tokens.ts'
import type { Id } from '../platform/id.ts'
import { move } from '../platform/moves.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import type { Unit } from '../platform/store/unit.ts'
import { openJson, sealJson } from '../platform/vault/vault.ts'
import { CUSTODIAN_MOVES, type FollowCustodian, isWizardType, type StoredCustodian } from './custodian.ts'
import { custodians } from './custodian-store.ts'
import type { Kept, ProviderAccess, Redeemed, WizardProvider } from './providers/provider.ts'

/** Data that the wizard stores on a custodian in addition to its tokens, encrypted. */
interface WizardConnection {
  kept: Kept
  /** Ids of the selected resources; empty selects all. */
  selected: readonly string[]
  /** Proves the webhooks of the provider. The tenant sets it, and running the wizard again keeps it. */
  webhookSecret?: string
}

const buildSealContext = (tenant: Id, custodianId: Id) => ({
  tenant,
  subject: custodianId,
  purpose: 'custodian-wizard',
})
const identifyTokens = (tenant: Id, custodianId: Id): TokenOwner => ({
  tenant,
  subject: custodianId,
  purpose: 'custodian-tokens',
})

const openWizardConnection = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { id, sealedConnection }: StoredCustodian,
): Promise<WizardConnection | undefined> =>
  sealedConnection ? await openJson(vault, sealedConnection, buildSealContext(tenant, id)) : undefined

const sealConnection = ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, connection: WizardConnection) =>
  sealJson(vault, connection, buildSealContext(tenant, id))

const chooseStatus = (status: StoredCustodian['status']) =>
  status === 'disconnected' ? move(CUSTODIAN_MOVES, 'custodian', status, 'reconnect') : status

/** Replaces the custodian's connection. */
export const storeWizardConnection = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodianId: Id,
  { grant, kept }: Redeemed,
  selected: readonly string[],
  follow: FollowCustodian,
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, custodianId)
  const before = await openWizardConnection(app, unit.tenant, custodian)
  await storeTokens(app, unit, identifyTokens(unit.tenant, custodianId), grant)
  const after = unit.update(custodians, custodian, {
    status: chooseStatus(custodian.status),
    connectionConfigured: true,
    sealedConnection: await sealConnection(app, unit.tenant, custodianId, { ...before, kept, selected }),
  })
  await follow(unit, custodian, after)
  return after
}

/** Replaces the selected resources of a connected custodian; the rest of its connection stays. */
export const storeSelection = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodianId: Id,
  selected: readonly string[],
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, custodianId)
  const before = (await openWizardConnection(app, unit.tenant, custodian)) ?? { kept: {} }
  return unit.update(custodians, custodian, {
    sealedConnection: await sealConnection(app, unit.tenant, custodianId, { ...before, selected }),
  })
}

/** Replaces the secret of the provider's webhooks; undefined if the wizard never finished. */
export const storeWebhookSecret = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodian: StoredCustodian,
  webhookSecret: string,
): Promise<StoredCustodian | undefined> => {
  const before = await openWizardConnection(app, unit.tenant, custodian)
  if (!before) return undefined
  return unit.update(custodians, custodian, {
    sealedConnection: await sealConnection(app, unit.tenant, custodian.id, { ...before, webhookSecret }),
  })
}

/** Reads the ids of the selected resources; empty selects all. */
export const readSelection = async (
  app: Pick<App, 'vault'>,
  tenant: Id,
  custodian: StoredCustodian,
): Promise<readonly string[]> => (await openWizardConnection(app, tenant, custodian))?.selected ?? []

export const deleteWizardTokens = (unit: Unit, { id, type }: StoredCustodian): void => {
  if (isWizardType(type)) deleteTokens(unit, identifyTokens(unit.tenant, id))
}

/** Marks the custodian as not connected when the provider refuses its tokens, so that the wizard has to be run again. */
const createBrokenHandler = (custodianId: Id) => async (unit: Unit) => {
  const custodian = await unit.load(custodians, custodianId)
  if (custodian.connectionConfigured) unit.update(custodians, custodian, { connectionConfigured: false })
}

const isRefusedToken = (error: unknown) => error instanceof OutboundError && error.status === 401

/** A connection of the wizard that is ready for calls. */
interface OpenedWizard extends WizardConnection {
  /** Returns a valid access token, and another one than `refused`. */
  readToken: (refused?: string) => Promise<string>
}

/** Opens the custodian's connection; undefined if the wizard never finished. */
export const openWizard = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  access: ProviderAccess,
  custodian: StoredCustodian,
): Promise<OpenedWizard | undefined> => {
  const connection = await openWizardConnection(app, tenant, custodian)
  if (!connection) return undefined
  const refreshing = {
    refresh: (tokens: Parameters<typeof provider.refresh>[1]) => provider.refresh(access, tokens, connection.kept),
    whenBroken: createBrokenHandler(custodian.id),
  }
  const owner = identifyTokens(tenant, custodian.id)
  return { ...connection, readToken: (refused) => getAccessToken(app, owner, refreshing, refused) }
}

/** Lists the provider's resources, using the custodian's tokens. */
export const listResources = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  access: ProviderAccess,
  custodian: StoredCustodian,
): Promise<Record<string, string>> => {
  const opened = await openWizard(app, tenant, provider, access, custodian)
  if (!opened) throw new ConnectionBroken('none')
  const first = await opened.readToken()
  try {
    return await provider.resources(access, first)
  } catch (error) {
    // Tokens can be revoked before they expire, so another one is requested once.
    if (!isRefusedToken(error)) throw error
    return await provider.resources(access, await opened.readToken(first))
  }
}

/** The access token has expired, and testing the connection would need a refresh whose result has to be stored. */
export class RenewalNeeded extends Error {}

/**
 * Tests the stored connection at the provider without storing anything. If the access token has expired, requests another
 * and discards it; throws `RenewalNeeded` if the provider rotates its tokens, since discarding one would lose the
 * connection.
 */
export const tryConnection = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  access: ProviderAccess,
  custodian: StoredCustodian,
): Promise<void> => {
  const connection = await openWizardConnection(app, tenant, custodian)
  const readUsableTokens = async (): Promise<StoredTokens> => {
    const stored = await readTokens(app, identifyTokens(tenant, custodian.id))
    if (!stored || stored.brokenAt) throw new ConnectionBroken(stored ? 'broken' : 'none')
    return stored
  }
  const isAccepted = async ({ tokens }: StoredTokens) => {
    try {
      await provider.resources(access, tokens.accessToken)
      return true
    } catch (error) {
      if (isRefusedToken(error)) return false
      throw error
    }
  }
  let stored = await readUsableTokens()
  if (isUsable(stored, app.clock())) {
    if (await isAccepted(stored)) return
    const { version } = stored
    stored = await readUsableTokens()
    // Another operation may have renewed the token meanwhile.
    if (stored.version !== version && (await isAccepted(stored))) return
  }
  if (provider.rotatesTokens && stored.tokens.refreshToken) throw new RenewalNeeded()
  const { accessToken: temporaryToken } = await provider.refresh(access, stored.tokens, connection?.kept ?? {})
  await provider.resources(access, temporaryToken)
}
