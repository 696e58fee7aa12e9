import {
  type Capability,
  type ConnectionConfig,
  CREDENTIALS,
  type Custodian,
  type CustodianState,
  type CustodianType,
} from '../../schemas/warehousing/custodian.ts'
import { WIZARD_PROVIDERS, type WizardProviderName } from '../../schemas/warehousing/wizard.ts'
import { Problem, type Violation } from '../platform/problem.ts'
import type { Moves } from '../platform/states.ts'
import type { Stored } from '../platform/store/entities/entity.ts'

export interface StoredCustodian extends Omit<Custodian, keyof Stored>, Stored {
  /** The connection configuration under the vault; null where there is none. */
  sealedConnection: string | null
}

export const CUSTODIAN_MOVES = {
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended'], to: 'active' },
  disconnect: { from: ['active', 'suspended'], to: 'disconnected' },
  reconnect: { from: ['disconnected'], to: 'active' },
} as const satisfies Moves<CustodianState, string>

export const CAPABILITY_CATALOG: Record<CustodianType, readonly Capability[]> = {
  internal: ['tenant_picks_warehouse', 'list_inventory', 'push_inventory', 'cancel_order', 'label_generation'],
  fba_marketplace: ['provider_picks_warehouse', 'list_inventory', 'cancel_order', 'webhook_receipt'],
  retailer_fbb: ['provider_picks_warehouse', 'list_inventory', 'webhook_receipt'],
  fulfilment_api_a: [
    'tenant_picks_warehouse',
    'provider_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
  ],
  fulfilment_api_b: [
    'tenant_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
    'label_generation',
  ],
  freight_platform: ['provider_picks_warehouse', 'list_inventory', 'webhook_receipt'],
  shipping_api: ['cancel_order', 'webhook_receipt', 'label_generation'],
  custom: [
    'tenant_picks_warehouse',
    'provider_picks_warehouse',
    'list_inventory',
    'push_inventory',
    'cancel_order',
    'webhook_receipt',
    'label_generation',
  ],
}

/** The providers that connect through the wizard only. */
export const isWizardType = (type: CustodianType): type is WizardProviderName =>
  WIZARD_PROVIDERS.some((each) => each === type)

const NEEDED: Partial<Record<CustodianType, readonly (keyof ConnectionConfig)[]>> = {
  fulfilment_api_a: ['accessToken', 'channelId'],
  fulfilment_api_b: ['apiKey', 'accountId'],
  shipping_api: ['publicKey', 'secretKey', 'integrationId'],
}

/** The credentials that are there; null and absent ones say nothing. */
export const pickCredentials = (config: ConnectionConfig | null | undefined): ConnectionConfig =>
  Object.fromEntries(CREDENTIALS.filter((name) => config?.[name] != null).map((name) => [name, config?.[name]]))

/** What keeps these credentials from connecting a custodian of this type. */
export const findConnectionViolations = (type: CustodianType, config: ConnectionConfig): Violation[] => {
  if (isWizardType(type))
    return [
      {
        propertyPath: 'connectionConfig',
        message: `is not taken: a ${type} custodian connects through the wizard only, beginning with POST /api/warehousing/custodian-wizard/${type}/auth-start`,
      },
    ]
  if (type === 'internal')
    return Object.keys(config).length
      ? [{ propertyPath: 'connectionConfig', message: 'an internal custodian takes no credentials' }]
      : []
  return (NEEDED[type] ?? [])
    .filter((name) => config[name] === undefined)
    .map((name) => ({ propertyPath: `connectionConfig.${name}`, message: `is required for ${type}` }))
}

/** Capabilities that a custodian of this type cannot have, by their place in the request. */
export const findCapabilityViolations = (
  type: CustodianType,
  asked: readonly Capability[],
  path: (i: number) => string,
): Violation[] =>
  asked.flatMap((capability, i) =>
    CAPABILITY_CATALOG[type].includes(capability)
      ? []
      : [{ propertyPath: path(i), message: `a ${type} custodian has no ${capability}` }],
  )

export const checkDisconnectable = ({ type }: StoredCustodian): void => {
  if (type === 'internal')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'An internal custodian is active without a connection; there is nothing to disconnect.',
    )
}
