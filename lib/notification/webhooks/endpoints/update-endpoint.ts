import type {
  CreateWebhookEndpointInput,
  HeaderInput,
  UpdateWebhookEndpointInput,
  WebhookEndpoint,
} from '../../../../schemas/notification/webhook-endpoint.ts'
import { type By, setSettings } from '../../../configuration/change-settings.ts'
import type { App } from '../../../platform/app/app.ts'
import { toStoredConditions } from '../../../platform/conditions/conditions.ts'
import type { Id } from '../../../platform/id.ts'
import { invalid, orNotFound } from '../../../platform/problem.ts'
import type { Stored } from '../../../platform/store/entities/entity.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { NOTIFICATION_SETTINGS } from '../../notification-settings.ts'
import {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  removeEndpoint,
  type StoredEndpoint,
  type StoredHeader,
} from './endpoint-store.ts'
import { findEndpointViolations } from './find-endpoint-violations.ts'
import { clearFailures } from './lane-store.ts'
import { createSecret, openSecret, sealHeaderValue, sealSecret } from './open-secrets.ts'

type Using = Pick<App, 'db' | 'vault' | 'config'>

/** Presents an endpoint; a new secret is shown once. */
export const presentEndpoint = (
  endpoint: StoredEndpoint,
  secret: string | null = null,
): WebhookEndpoint & { rev: number } => ({
  ...endpoint,
  createdByType: endpoint.createdByType,
  topics: endpoint.topics && [...endpoint.topics],
  headers: endpoint.headers.map(({ name, value, sealedValue }) => ({
    name,
    value: value ?? null,
    isSecret: sealedValue !== undefined,
  })),
  secret,
})

const sealHeaders = (
  app: Pick<App, 'vault'>,
  tenant: Id,
  id: Id,
  headers: readonly HeaderInput[],
  stored: readonly StoredHeader[] = [],
): Promise<StoredHeader[]> =>
  Promise.all(
    headers.map(async ({ name, value, isSecret }): Promise<StoredHeader> => {
      if (!isSecret) return { name, value: value ?? '' }
      const kept = stored.find((each) => each.name.toLowerCase() === name.toLowerCase())?.sealedValue
      return { name, sealedValue: value == null && kept ? kept : await sealHeaderValue(app, tenant, id, value ?? '') }
    }),
  )

export const loadEndpoint = async ({ db }: Pick<App, 'db'>, unit: Unit, id: string): Promise<StoredEndpoint> =>
  unit.named(await findEndpoint(db, unit.tenant, id))

export const createEndpoint = async (app: Using, unit: Unit, given: CreateWebhookEndpointInput) => {
  const violations = findEndpointViolations(app, given)
  if (violations.length) throw invalid(...violations)
  const { name, url, topics, description = null, conditions, includesText = false, headers = [] } = given
  const id = unit.newId()
  const secret = createSecret()
  const endpoint = addEndpoint(unit, {
    id,
    name,
    description,
    isOfSettings: false,
    url,
    topics: topics && [...new Set(topics)],
    conditions: toStoredConditions(conditions ?? []),
    includesText,
    headers: await sealHeaders(app, unit.tenant, id, headers),
    isEnabled: true,
    disabledReason: null,
    disabledAt: null,
    ...nameActor('createdBy', unit),
    sealedSecret: await sealSecret(app, unit.tenant, id, secret),
    sealedPreviousSecret: null,
    previousSecretUntil: null,
  })
  return presentEndpoint(endpoint, secret)
}

const switchEndpoint = (isEnabled: boolean, now: Date): Partial<Omit<StoredEndpoint, keyof Stored>> =>
  isEnabled
    ? { isEnabled, disabledReason: null, disabledAt: null }
    : { isEnabled, disabledReason: 'manual', disabledAt: now.toISOString() }

export const updateEndpoint = async (app: Using, unit: Unit, by: By, id: string, given: UpdateWebhookEndpointInput) => {
  const endpoint = await loadEndpoint(app, unit, id)
  const violations = findEndpointViolations(app, given, endpoint.headers)
  if (violations.length) throw invalid(...violations)
  const { headers, conditions, isEnabled, topics, ...rest } = given
  const isSwitched = isEnabled !== undefined && isEnabled !== endpoint.isEnabled
  const changed = changeEndpoint(unit, endpoint, {
    ...rest,
    ...(topics !== undefined && { topics: topics && [...new Set(topics)] }),
    ...(conditions !== undefined && { conditions: toStoredConditions(conditions ?? []) }),
    ...(headers && { headers: await sealHeaders(app, unit.tenant, endpoint.id, headers, endpoint.headers) }),
    ...(isSwitched && switchEndpoint(isEnabled, unit.now)),
  })
  const isMoved = rest.url !== undefined && rest.url !== endpoint.url
  if (isMoved && endpoint.isOfSettings) await setSettings(app, unit, by, [[NOTIFICATION_SETTINGS.webhookUrl, rest.url]])
  // Earlier failures say nothing about the endpoint as it is from now on.
  if (isMoved || isSwitched) unit.add(clearFailures(unit.tenant, endpoint.id))
  return presentEndpoint(changed)
}

/** Deletes the endpoint. Deliveries that wait for it are dropped. */
export const deleteEndpoint = async (app: Using, unit: Unit, by: By, id: string): Promise<void> => {
  const endpoint = orNotFound(await loadEndpoint(app, unit, id))
  removeEndpoint(unit, endpoint)
  if (endpoint.isOfSettings)
    await setSettings(app, unit, by, [
      [NOTIFICATION_SETTINGS.webhookUrl, null],
      [NOTIFICATION_SETTINGS.webhookSecret, null],
    ])
}

const HOUR_MS = 3_600_000

/** Replaces the secret; requests are signed with both until the end of the overlap. */
export const rotateSecret = async (app: Using, unit: Unit, by: By, id: string, overlapHours: number) => {
  const endpoint = await loadEndpoint(app, unit, id)
  const { tenant, now } = unit
  const secret = createSecret()
  const previous = overlapHours > 0 ? await openSecret(app, tenant, endpoint) : null
  const changed = changeEndpoint(unit, endpoint, {
    sealedPreviousSecret: previous === null ? null : await sealSecret(app, tenant, endpoint.id, previous),
    previousSecretUntil: previous === null ? null : new Date(now.getTime() + overlapHours * HOUR_MS).toISOString(),
    ...(!endpoint.isOfSettings && { sealedSecret: await sealSecret(app, tenant, endpoint.id, secret) }),
  })
  if (endpoint.isOfSettings) await setSettings(app, unit, by, [[NOTIFICATION_SETTINGS.webhookSecret, secret]])
  return presentEndpoint(changed, secret)
}
