import { randomBytes } from 'node:crypto'
import type { ChannelType } from '../../../schemas/sales/channel.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openCredentials } from '../channels/channel-connection.ts'
import type { StoredHooks } from './channel-hooks-store.ts'

interface Secrets {
  current: string
  previous: string | null
}

const buildSealContext = (tenant: Id, channelId: Id) => ({ tenant, subject: channelId, purpose: 'channel-hooks' })

const PREVIOUS_HOURS = 24

/** Shopify signs with the secret of the app, so that there is none of the channel. */
export const hasOwnSecret = (type: ChannelType): boolean => type !== 'shopify'

const generateSecret = () => randomBytes(32).toString('base64url')

const sealSecrets = ({ vault }: Pick<App, 'vault'>, tenant: Id, channelId: Id, secrets: Secrets) =>
  vault.seal(JSON.stringify(secrets), buildSealContext(tenant, channelId))

const openSecrets = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { id, sealedSecrets }: StoredHooks,
): Promise<Secrets> => JSON.parse(await vault.open(sealedSecrets, buildSealContext(tenant, id)))

/** A first secret for a channel's webhooks. */
export const createFirstSecret = async (app: Pick<App, 'vault'>, tenant: Id, channelId: Id) => ({
  sealedSecrets: await sealSecrets(app, tenant, channelId, { current: generateSecret(), previous: null }),
  secretVersion: 1,
  previousUntil: null,
})

/** Another secret; the one before counts on until the store has taken the new one, and for a day at least. */
export const createNextSecret = async (app: Pick<App, 'vault'>, tenant: Id, hooks: StoredHooks, now: Date) => {
  const { current: previous } = await openSecrets(app, tenant, hooks)
  return {
    sealedSecrets: await sealSecrets(app, tenant, hooks.id, { current: generateSecret(), previous }),
    secretVersion: hooks.secretVersion + 1,
    previousUntil: new Date(now.getTime() + PREVIOUS_HOURS * 3_600_000).toISOString(),
  }
}

/** The secret to give to the store. */
export const readCurrentSecret = async (app: Pick<App, 'vault'>, tenant: Id, hooks: StoredHooks): Promise<string> =>
  (await openSecrets(app, tenant, hooks)).current

const readAppSecrets = async ({ config, vault }: Pick<App, 'config' | 'vault'>) => {
  const { clientSecret, previousClientSecret } = config.shopify
  return await Promise.all([
    openDeploymentSecret(vault, 'SHOPIFY_CLIENT_SECRET', clientSecret),
    openDeploymentSecret(vault, 'SHOPIFY_PREVIOUS_CLIENT_SECRET', previousClientSecret),
  ])
}

/** All secrets under which a delivery may be signed now; none of them is empty. */
export const listAcceptedSecrets = async (
  app: Pick<App, 'config' | 'vault'>,
  tenant: Id,
  channel: StoredChannel,
  hooks: StoredHooks,
  now: Date,
): Promise<string[]> => {
  if (!hasOwnSecret(channel.type)) {
    const { client_secret: merchants } = await openCredentials(app, tenant, channel)
    return (merchants ? [merchants] : await readAppSecrets(app)).filter(Boolean)
  }
  const { current, previous } = await openSecrets(app, tenant, hooks)
  const isAwaited = hooks.subscriptions.some(({ secretVersion }) => secretVersion < hooks.secretVersion)
  const counts = isAwaited || (hooks.previousUntil !== null && hooks.previousUntil > now.toISOString())
  return previous && counts ? [current, previous] : [current]
}
