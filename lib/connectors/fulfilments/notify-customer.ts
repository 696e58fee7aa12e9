import type { Connector, Shop } from '../connector.ts'

/** The choice whether the shop mails its customers about parcels; by default it does not. */
export const NOTIFY_CUSTOMER = { notify_customer: ['false', 'true'] } as const satisfies Connector['choices']

export const mustNotifyCustomer = ({ notify_customer: choice }: Shop['config']): boolean => choice === 'true'
