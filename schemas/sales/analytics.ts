import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, nullable, oneOf, timestamp, ulid } from '../types.ts'
import { CHANNEL_TYPES } from './channel.ts'

export const PERIODS = ['today', '7d', '30d', '90d', 'all_time'] as const
export type Period = (typeof PERIODS)[number]

export const SORT_KEYS = ['revenue', 'orders', 'acceptance_rate', 'sync_success_rate'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export const period = () => oneOf(PERIODS, { default: '30d', description: 'Days are in the time zone of the tenant' })

const rate = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })

export const ChannelAnalytics = resource('ChannelAnalytics', '/api/sales/channels/{channelId}/analytics', {
  channelId: ulid(),
  channelName: Type.String(),
  channelType: oneOf(CHANNEL_TYPES),
  totalOrdersImported: count('Orders count on the day of their import, with their current status'),
  totalOrdersFailed: count('Failed attempts to import an order'),
  ordersAccepted: count(),
  ordersRejected: count(),
  ordersHeldForReview: count('Orders held for review without a decision yet'),
  totalSyncs: count(),
  successfulSyncs: count(),
  failedSyncs: count(),
  acceptanceRate: rate('Accepted orders divided by those accepted, rejected or held; 0 if there are none'),
  syncSuccessRate: rate('Successful syncs divided by all syncs; 0 if there are none'),
  totalRevenue: amount({ description: 'Total of accepted orders in `currency` that are not cancelled' }),
  averageOrderValue: amount(),
  currency: nullable(
    currency({
      description: 'Default currency of the channel or else of the tenant, or else the one with most orders',
    }),
  ),
  otherRevenue: Type.Array(
    Type.Object({ currency: currency(), totalRevenue: amount(), averageOrderValue: amount(), orders: count() }),
    { description: 'Revenue in other currencies, not included in totalRevenue' },
  ),
  averageProcessingTimeSeconds: Type.Number({ description: 'Average time from placing to importing an order' }),
  lastSyncAt: nullable(timestamp({ description: 'Time at which a run of any type last succeeded' })),
  period: oneOf(PERIODS),
})
export type ChannelAnalytics = Static<typeof ChannelAnalytics.fields>
