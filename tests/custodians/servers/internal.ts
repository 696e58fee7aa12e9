import type { CustodianSystem } from '../../../lib/custodians/custodian-connector.ts'
import { internal } from '../../../lib/custodians/internal/internal.ts'
import type { Stage } from '../contract.ts'

/** A warehouse without a system, so that there is nothing to call. */
export const startInternal = (): Stage => ({
  connector: internal,
  system: () => ({}) as CustodianSystem,
  wrong: {},
  secrets: [],
  skus: ['TEA', 'POT'],
  countOrders: () => 0,
  work: () => undefined,
  stop: () => undefined,
})
