import { randomBytes } from 'node:crypto'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { getSecretSetting } from '../../../platform/settings/get-settings.ts'
import { NOTIFICATION_SETTINGS } from '../../notification-settings.ts'
import type { StoredEndpoint, StoredHeader } from './endpoint-store.ts'

const SECRET_BYTES = 24

/** Returns a new secret in the form of the Standard Webhooks specification. */
export const createSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

const buildContext = (tenant: Id, id: Id, purpose: 'webhook-secret' | 'webhook-header') => ({
  tenant,
  subject: id,
  purpose,
})

export const sealSecret = ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, secret: string) =>
  vault.seal(secret, buildContext(tenant, id, 'webhook-secret'))

export const sealHeaderValue = ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, value: string) =>
  vault.seal(value, buildContext(tenant, id, 'webhook-header'))

type Using = Pick<App, 'db' | 'vault'>

/** Returns the secret that signs requests; null if the settings have none. */
export const openSecret = async (app: Using, tenant: Id, endpoint: StoredEndpoint): Promise<string | null> => {
  if (endpoint.isOfSettings) return await getSecretSetting(app, tenant, NOTIFICATION_SETTINGS.webhookSecret)
  return endpoint.sealedSecret
    ? await app.vault.open(endpoint.sealedSecret, buildContext(tenant, endpoint.id, 'webhook-secret'))
    : null
}

/** Returns the secrets that sign requests now, the newest first. */
export const openSecrets = async (app: Using, tenant: Id, endpoint: StoredEndpoint, now: Date): Promise<string[]> => {
  const { id, sealedPreviousSecret: sealed, previousSecretUntil: until } = endpoint
  const isOverlapping = sealed !== null && until !== null && now.toISOString() < until
  const [current, previous] = await Promise.all([
    openSecret(app, tenant, endpoint),
    isOverlapping ? app.vault.open(sealed, buildContext(tenant, id, 'webhook-secret')) : null,
  ])
  return [current, previous].filter((secret) => secret !== null)
}

export interface OpenHeader {
  name: string
  value: string
  isSecret: boolean
}

const openHeader = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  id: Id,
  { name, value, sealedValue }: StoredHeader,
): Promise<OpenHeader> =>
  sealedValue === undefined
    ? { name, value: value ?? '', isSecret: false }
    : { name, value: await vault.open(sealedValue, buildContext(tenant, id, 'webhook-header')), isSecret: true }

export const openHeaders = (app: Pick<App, 'vault'>, tenant: Id, { id, headers }: StoredEndpoint) =>
  Promise.all(headers.map((header) => openHeader(app, tenant, id, header)))
