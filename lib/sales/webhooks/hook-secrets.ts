import { randomBytes } from 'node:crypto'
import type { ChannelType } from '../../../schemas/sales/channel.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { openJson, sealJson } from '../../platform/vault/vault.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openCredentials } from '../channels/channel-connection.ts'
import type { StoredHooks } from './channel-hooks-store.ts'

interface Secrets {
  current: string
  previous: string | null
}

const buildSealContext = (tenant: Id, channelId: Id) => ({ tenant, subject: channelId, purpose: 'channel-hooks' })

const PREVIOUS_HOURS = 24

/** Returns true if deliveries are signed with a secret of the channel, false if with that of an app at the platform. */
export const hasOwnSecret = (type: ChannelType): boolean => !getConnector(type).webhooks?.readAppSecrets

const generateSecret = () => randomBytes(32).toString('base64url')

const sealSecrets = ({ vault }: Pick<App, 'vault'>, tenant: Id, channelId: Id, secrets: Secrets) =>
  sealJson(vault, secrets, buildSealContext(tenant, channelId))

const openSecrets = ({ vault }: Pick<App, 'vault'>, tenant: Id, { id, sealedSecrets }: StoredHooks) =>
  openJson<Secrets>(vault, sealedSecrets, buildSealContext(tenant, id))

export const createFirstSecret = async (app: Pick<App, 'vault'>, tenant: Id, channelId: Id) => ({
  sealedSecrets: await sealSecrets(app, tenant, channelId, { current: generateSecret(), previous: null }),
  secretVersion: 1,
  previousUntil: null,
})

/** Creates the next secret. The previous one is accepted until the shop has the new one, and for at least a day. */
export const createNextSecret = async (app: Pick<App, 'vault'>, tenant: Id, hooks: StoredHooks, now: Date) => {
  const { current: previous } = await openSecrets(app, tenant, hooks)
  return {
    sealedSecrets: await sealSecrets(app, tenant, hooks.id, { current: generateSecret(), previous }),
    secretVersion: hooks.secretVersion + 1,
    previousUntil: new Date(now.getTime() + PREVIOUS_HOURS * 3_600_000).toISOString(),
  }
}

export const readCurrentSecret = async (app: Pick<App, 'vault'>, tenant: Id, hooks: StoredHooks): Promise<string> =>
  (await openSecrets(app, tenant, hooks)).current

/** Lists the secrets that a delivery may be signed with now; none of them is empty. */
export const listAcceptedHookSecrets = async (
  app: Pick<App, 'config' | 'vault'>,
  tenant: Id,
  channel: StoredChannel,
  hooks: StoredHooks,
  now: Date,
): Promise<string[]> => {
  const { webhooks } = getConnector(channel.type)
  if (webhooks?.readAppSecrets)
    return (await webhooks.readAppSecrets(app, await openCredentials(app, tenant, channel))).filter(Boolean)
  const { current, previous } = await openSecrets(app, tenant, hooks)
  const isRotating = hooks.subscriptions.some(({ secretVersion }) => secretVersion < hooks.secretVersion)
  const isPreviousValid = isRotating || (hooks.previousUntil !== null && hooks.previousUntil > now.toISOString())
  return previous && isPreviousValid ? [current, previous] : [current]
}
