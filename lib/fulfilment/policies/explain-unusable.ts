import type { StoredCustodian } from '../../warehousing/custodian.ts'

const PICKING = ['tenant_picks_warehouse', 'provider_picks_warehouse'] as const

/** Tells whether a custodian only plays that it sends parcels. */
export const isSimulated = ({ type }: Pick<StoredCustodian, 'type'>): boolean => type === 'simulator'

/** Explains why no order can be planned at a custodian; undefined if it can be used. */
export const explainUnusable = ({
  type,
  status,
  enabledCapabilities,
}: Pick<StoredCustodian, 'type' | 'status' | 'enabledCapabilities'>): string | undefined => {
  if (status !== 'active') return `It is ${status}`
  return type === 'internal' || PICKING.some((each) => enabledCapabilities.includes(each))
    ? undefined
    : 'Neither tenant_picks_warehouse nor provider_picks_warehouse is enabled'
}
