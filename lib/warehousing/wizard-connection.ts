import type { App } from '../platform/app/app.ts'
import { ConnectionBroken, getAccessToken, isUsable } from '../platform/connection/access-token.ts'
import { deleteTokens, type Held, readTokens, storeTokens, type TokenOwner } from '../platform/connection/tokens.ts'
import type { Id } from '../platform/id.ts'
import { OutboundError } from '../platform/outbound/outbound.ts'
import { move } from '../platform/states.ts'
import type { Unit } from '../platform/store/unit.ts'
import { CUSTODIAN_MOVES, isWizardType, type StoredCustodian } from './custodian.ts'
import { custodians } from './custodian-store.ts'
import type { Kept, Reach, Redeemed, WizardProvider } from './providers/provider.ts'

/** What the wizard leaves on a custodian beside its tokens, all of it sealed. */
interface WizardConnection {
  kept: Kept
  /** Ids of the provider's resources; empty where all are meant. */
  selected: readonly string[]
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
  sealedConnection ? JSON.parse(await vault.open(sealedConnection, buildSealContext(tenant, id))) : undefined

const sealConnection = ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, connection: WizardConnection) =>
  vault.seal(JSON.stringify(connection), buildSealContext(tenant, id))

const reconnectStatus = (status: StoredCustodian['status']) =>
  status === 'disconnected' ? move(CUSTODIAN_MOVES, 'custodian', status, 'reconnect') : status

/** Connects the custodian anew; whatever it was connected with before is gone. */
export const storeWizardConnection = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodianId: Id,
  { grant, kept }: Redeemed,
  selected: readonly string[],
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, custodianId)
  await storeTokens(app, unit, identifyTokens(unit.tenant, custodianId), grant)
  return unit.update(custodians, custodian, {
    status: reconnectStatus(custodian.status),
    connectionConfigured: true,
    sealedConnection: await sealConnection(app, unit.tenant, custodianId, { kept, selected }),
  })
}

/** Changes the choice of a custodian that is connected; what its connection keeps stays. */
export const storeSelection = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodianId: Id,
  selected: readonly string[],
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, custodianId)
  const kept = (await openWizardConnection(app, unit.tenant, custodian))?.kept ?? {}
  return unit.update(custodians, custodian, {
    sealedConnection: await sealConnection(app, unit.tenant, custodianId, { kept, selected }),
  })
}

/** Ids of the provider's resources that are chosen; none where all are meant. */
export const selectionOf = async (
  app: Pick<App, 'vault'>,
  tenant: Id,
  custodian: StoredCustodian,
): Promise<readonly string[]> => (await openWizardConnection(app, tenant, custodian))?.selected ?? []

export const deleteWizardTokens = (unit: Unit, { id, type }: StoredCustodian): void => {
  if (isWizardType(type)) deleteTokens(unit, identifyTokens(unit.tenant, id))
}

/** The provider no longer lets us in: the custodian says so, as one that needs the wizard again. */
const createBrokenHandler = (custodianId: Id) => async (unit: Unit) => {
  const custodian = await unit.load(custodians, custodianId)
  if (custodian.connectionConfigured) unit.update(custodians, custodian, { connectionConfigured: false })
}

const isRefusedToken = (error: unknown) => error instanceof OutboundError && error.status === 401

/** What there is to choose from at the provider, asked with the custodian's own tokens. */
export const listResources = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  reach: Reach,
  custodian: StoredCustodian,
): Promise<Record<string, string>> => {
  const connection = await openWizardConnection(app, tenant, custodian)
  if (!connection) throw new ConnectionBroken('none')
  const refreshing = {
    refresh: (tokens: Parameters<typeof provider.refresh>[1]) => provider.refresh(reach, tokens, connection.kept),
    whenBroken: createBrokenHandler(custodian.id),
  }
  const readToken = (refused?: string) => getAccessToken(app, identifyTokens(tenant, custodian.id), refreshing, refused)
  const first = await readToken()
  try {
    return await provider.resources(reach, first)
  } catch (error) {
    // Tokens can be withdrawn before they end; another is asked for once.
    if (!isRefusedToken(error)) throw error
    return await provider.resources(reach, await readToken(first))
  }
}

/** The access token has ended, and only a renewal that has to be stored could tell whether the connection stands. */
export class RenewalNeeded extends Error {}

/**
 * Asks the provider with what is stored and stores nothing, whatever it says. Where the access token has ended, another is
 * asked for and forgotten; a provider that rotates its tokens is not asked for one, since forgetting it would lose the
 * connection.
 */
export const tryConnection = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  reach: Reach,
  custodian: StoredCustodian,
): Promise<void> => {
  const connection = await openWizardConnection(app, tenant, custodian)
  const readStanding = async (): Promise<Held> => {
    const held = await readTokens(app, identifyTokens(tenant, custodian.id))
    if (!held || held.brokenAt) throw new ConnectionBroken(held ? 'broken' : 'none')
    return held
  }
  const isTaken = async ({ tokens }: Held) => {
    try {
      await provider.resources(reach, tokens.accessToken)
      return true
    } catch (error) {
      if (isRefusedToken(error)) return false
      throw error
    }
  }
  let held = await readStanding()
  if (isUsable(held, app.clock())) {
    if (await isTaken(held)) return
    const { version } = held
    held = await readStanding()
    // An operation may have renewed the token while this one was refused.
    if (held.version !== version && (await isTaken(held))) return
  }
  if (provider.rotatesTokens && held.tokens.refreshToken) throw new RenewalNeeded()
  const { accessToken: passing } = await provider.refresh(reach, held.tokens, connection?.kept ?? {})
  await provider.resources(reach, passing)
}
