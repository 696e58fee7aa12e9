import type { Connector, Shop } from '../connector.ts'

/** The choice whether orders that nobody pays are imported, as what they are; by default they are not. */
export const TEST_ORDERS = { test_orders: ['false', 'true'] } as const satisfies Connector['choices']

export const importsTests = ({ test_orders: choice }: Shop['config']): boolean => choice === 'true'
