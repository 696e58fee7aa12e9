import type { StoredConditions } from '../../../../schemas/condition.ts'
import type { DisabledReason } from '../../../../schemas/notification/webhook-endpoint.ts'
import { deriveId, getIdTime, type Id, parseId } from '../../../platform/id.ts'
import { Problem } from '../../../platform/problem.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import { entity, fromItem, partition, type Stored } from '../../../platform/store/entities/entity.ts'
import { find } from '../../../platform/store/lists/list.ts'
import type { Key, Table } from '../../../platform/store/table/table.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import type { RequestSource } from '../../../platform/store/unit-scope.ts'
import { NOTIFICATION_SETTINGS } from '../../notification-settings.ts'

// Webhook endpoints:  T#<tenant>#webhook-endpoint / <id>          at most twenty, which are read together. That of the settings
//                                                                 is stored once it differs from what the settings say
// their number:       T#<tenant>#webhook-endpoint-number / NUMBER  n, without that of the settings

export interface StoredHeader {
  name: string
  /** Absent if it is secret. */
  value?: string
  /** The value of a secret header. */
  sealedValue?: string
}

export interface StoredEndpoint extends Stored {
  name: string
  description: string | null
  /** True for the endpoint whose URL and secret are settings. */
  isOfSettings: boolean
  /** The stored URL of the endpoint of the settings is a copy that may be old; reading replaces it. */
  url: string
  /** Null if the channel policy decides. */
  topics: readonly string[] | null
  conditions: StoredConditions
  includesText: boolean
  headers: readonly StoredHeader[]
  isEnabled: boolean
  disabledReason: DisabledReason | null
  disabledAt: string | null
  createdBy: Id | null
  createdByType: RequestSource['actorType'] | null
  /** Absent for the endpoint of the settings, which have its secret. */
  sealedSecret?: string
  sealedPreviousSecret: string | null
  previousSecretUntil: string | null
}

const MAX_ENDPOINTS = 20

export const webhookEndpoints = entity<StoredEndpoint>({
  name: 'webhook-endpoint',
  shape: 1,
  lists: [],
  audit: { hidden: ['headers'] },
})

/** Returns the id of the endpoint whose URL and secret are settings; the same before and after it is stored. */
const getSettingsEndpointId = (tenant: Id): Id => deriveId(getIdTime(tenant), tenant, 'webhook-of-settings')

/** Returns the endpoint of the settings as it is until somebody changes more than its URL and secret. */
const buildSettingsEndpoint = (tenant: Id): StoredEndpoint => {
  const at = getIdTime(tenant).toISOString()
  return {
    id: getSettingsEndpointId(tenant),
    rev: 0,
    createdAt: at,
    updatedAt: at,
    name: 'Webhook of the settings',
    description: null,
    isOfSettings: true,
    url: '',
    topics: null,
    conditions: [],
    includesText: true,
    headers: [],
    isEnabled: true,
    disabledReason: null,
    disabledAt: null,
    createdBy: null,
    createdByType: null,
    sealedPreviousSecret: null,
    previousSecretUntil: null,
  }
}

/** Completes the endpoint of the settings; undefined if they have no URL. */
const completeSettingsEndpoint = (
  tenant: Id,
  url: string | null,
  stored: StoredEndpoint | undefined,
): StoredEndpoint | undefined => (url === null ? undefined : { ...(stored ?? buildSettingsEndpoint(tenant)), url })

const readUrl = (db: Table, tenant: Id) => getSetting({ db }, tenant, NOTIFICATION_SETTINGS.webhookUrl)

/** Returns the endpoints of a tenant: that of the settings if they have a URL, then the others, oldest first. */
export const listEndpoints = async (db: Table, tenant: Id): Promise<StoredEndpoint[]> => {
  const [items, url] = await Promise.all([
    db.query({ pk: partition(tenant, webhookEndpoints.name) }),
    readUrl(db, tenant),
  ])
  const stored = items.map((item) => fromItem<StoredEndpoint>(item))
  const first = completeSettingsEndpoint(
    tenant,
    url,
    stored.find(({ isOfSettings }) => isOfSettings),
  )
  return [...(first ? [first] : []), ...stored.filter(({ isOfSettings }) => !isOfSettings)]
}

export const findEndpoint = async (db: Table, tenant: Id, idOrText: string): Promise<StoredEndpoint | undefined> => {
  const id = parseId(idOrText)
  if (id !== getSettingsEndpointId(tenant)) return await find(db, webhookEndpoints, tenant, idOrText)
  const [stored, url] = await Promise.all([find(db, webhookEndpoints, tenant, id), readUrl(db, tenant)])
  return completeSettingsEndpoint(tenant, url, stored)
}

const numberKey = (tenant: Id): Key => ({ pk: partition(tenant, 'webhook-endpoint-number'), sk: 'NUMBER' })

export const addEndpoint = (unit: Unit, fields: Omit<StoredEndpoint, keyof Stored> & { id: Id }): StoredEndpoint => {
  unit.add(
    {
      update: numberKey(unit.tenant),
      set: 'SET #n = if_not_exists(#n, :none) + :one',
      when: 'attribute_not_exists(#n) OR #n < :max',
      values: { ':none': 0, ':one': 1, ':max': MAX_ENDPOINTS },
    },
    {
      refuse: () =>
        new Problem('OPERATION_NOT_ALLOWED', `There are ${MAX_ENDPOINTS} webhook endpoints already. Delete one first.`),
    },
  )
  return unit.create(webhookEndpoints, fields)
}

/** Stores a change; the endpoint of the settings may not be stored yet. */
export const changeEndpoint = (
  unit: Unit,
  endpoint: StoredEndpoint,
  changes: Partial<Omit<StoredEndpoint, keyof Stored>>,
): StoredEndpoint => {
  if (endpoint.rev) return unit.update(webhookEndpoints, endpoint, changes)
  const { rev: _rev, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = { ...endpoint, ...changes }
  // Somebody else may store it at the same moment; the work is then run again.
  return unit.create(webhookEndpoints, fields, 'stale')
}

export const removeEndpoint = (unit: Unit, endpoint: StoredEndpoint): void => {
  if (endpoint.rev) unit.remove(webhookEndpoints, endpoint)
  if (endpoint.isOfSettings) return
  unit.add({
    update: numberKey(unit.tenant),
    set: 'SET #n = #n - :one',
    when: '#n > :none',
    values: { ':one': 1, ':none': 0 },
  })
}
