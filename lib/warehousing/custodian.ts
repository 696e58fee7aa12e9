import {
  type Capability,
  type ConnectionConfig,
  CREDENTIALS,
  type Custodian,
  type CustodianState,
  type CustodianType,
} from '../../schemas/warehousing/custodian.ts'
import { WIZARD_PROVIDERS, type WizardProviderName } from '../../schemas/warehousing/wizard.ts'
import type { App } from '../platform/app/app.ts'
import type { Moves } from '../platform/moves.ts'
import { Problem, type Violation } from '../platform/problem.ts'
import type { Stored } from '../platform/store/entities/entity.ts'
import type { Unit } from '../platform/store/unit.ts'

export interface StoredCustodian extends Omit<Custodian, keyof Stored>, Stored {
  /** The connection configuration, encrypted by the vault; null if there is none. */
  sealedConnection: string | null
}

export const custodianUri = (id: string): string => `commerce:///warehousing/custodians/${id}`

/** Lets other modules follow a change of a custodian in its transaction. */
export type FollowCustodian = (unit: Unit, before: StoredCustodian, after: StoredCustodian) => Promise<void>

export const CUSTODIAN_MOVES = {
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended'], to: 'active' },
  disconnect: { from: ['active', 'suspended', 'disconnected'], to: 'disconnected' },
  reconnect: { from: ['disconnected'], to: 'active' },
} as const satisfies Moves<CustodianState, string>

export const CAPABILITY_CATALOG: Record<CustodianType, readonly Capability[]> = {
  internal: ['tenant_picks_warehouse', 'cancel_order'],
  fba_marketplace: ['provider_picks_warehouse', 'list_inventory', 'cancel_order'],
  retailer_fbb: ['provider_picks_warehouse', 'list_inventory', 'webhook_receipt'],
  fulfilment_api_a: [
    'tenant_picks_warehouse',
    'provider_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
  ],
  fulfilment_api_b: ['tenant_picks_warehouse', 'list_inventory', 'push_inventory', 'cancel_order', 'webhook_receipt'],
  freight_platform: ['provider_picks_warehouse', 'list_inventory', 'webhook_receipt'],
  shipping_api: ['cancel_order', 'webhook_receipt', 'label_generation'],
  custom: [
    'tenant_picks_warehouse',
    'provider_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
  ],
  simulator: [
    'tenant_picks_warehouse',
    'provider_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
  ],
}

/** Custodians of this type exist in the deployment's table only; they are offered if `simulatedStores` is set. */
export const SIMULATED_TYPE = 'simulator' satisfies CustodianType

/** Finds a type that this deployment does not offer. */
export const findTypeViolations = ({ config }: Pick<App, 'config'>, type: CustodianType): Violation[] =>
  type === SIMULATED_TYPE && !config.simulatedStores
    ? [{ propertyPath: 'type', message: 'must be a type that this deployment offers' }]
    : []

/** Returns true for types that can be connected only with the wizard. */
export const isWizardType = (type: CustodianType): type is WizardProviderName =>
  WIZARD_PROVIDERS.some((each) => each === type)

const REQUIRED_CREDENTIALS: Partial<Record<CustodianType, readonly (keyof ConnectionConfig)[]>> = {
  fulfilment_api_a: ['accessToken', 'channelId'],
  fulfilment_api_b: ['apiKey', 'accountId'],
  shipping_api: ['publicKey', 'secretKey', 'integrationId'],
  simulator: ['accountId'],
}

const MIN_SECRET_LENGTH = 24

/** Finds violations of the address of a tenant's own system; whether it is public is known when it is called. */
const findAddressViolations = ({ integrationId, webhookSecret }: ConnectionConfig): Violation[] => {
  if (integrationId == null) return []
  const url = URL.canParse(integrationId) ? new URL(integrationId) : undefined
  const isAddress = (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password
  return [
    ...(isAddress
      ? []
      : [{ propertyPath: 'connectionConfig.integrationId', message: 'must be an https address without a user name' }]),
    ...(webhookSecret != null && webhookSecret.length >= MIN_SECRET_LENGTH
      ? []
      : [
          {
            propertyPath: 'connectionConfig.webhookSecret',
            message: `must have at least ${MIN_SECRET_LENGTH} characters if integrationId is given`,
          },
        ]),
  ]
}

/** Picks the credentials that are neither null nor absent. */
export const pickCredentials = (config: ConnectionConfig | null | undefined): ConnectionConfig =>
  Object.fromEntries(CREDENTIALS.filter((name) => config?.[name] != null).map((name) => [name, config?.[name]]))

/** Finds violations that keep the credentials from connecting a custodian of this type. */
export const findConnectionViolations = (type: CustodianType, config: ConnectionConfig): Violation[] => {
  if (isWizardType(type))
    return [
      {
        propertyPath: 'connectionConfig',
        message: `must be absent: connect a ${type} custodian with POST /api/warehousing/custodian-wizard/${type}/auth-start instead`,
      },
    ]
  if (type === 'internal')
    return Object.keys(config).length
      ? [{ propertyPath: 'connectionConfig', message: 'must be empty for an internal custodian' }]
      : []
  if (type === 'custom') return findAddressViolations(config)
  return (REQUIRED_CREDENTIALS[type] ?? [])
    .filter((name) => config[name] === undefined)
    .map((name) => ({ propertyPath: `connectionConfig.${name}`, message: `must be given for ${type}` }))
}

/** Finds capabilities that a custodian of this type cannot have. */
export const findCapabilityViolations = (
  type: CustodianType,
  requested: readonly Capability[],
  path: (i: number) => string,
): Violation[] =>
  requested.flatMap((capability, i) =>
    CAPABILITY_CATALOG[type].includes(capability)
      ? []
      : [{ propertyPath: path(i), message: `must be a capability that ${type} custodians can have` }],
  )

export const checkDisconnectable = ({ type }: StoredCustodian): void => {
  if (type === 'internal')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'An internal custodian has no connection, so it cannot be disconnected. Suspend it instead.',
    )
}
