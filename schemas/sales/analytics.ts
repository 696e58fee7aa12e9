import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { amount, currency, nullable, oneOf, timestamp, ulid } from '../types.ts'
import { CHANNEL_TYPES } from './channel.ts'

export const PERIODS = ['today', '7d', '30d', '90d', 'all_time'] as const
export type Period = (typeof PERIODS)[number]

export const SORT_KEYS = ['revenue', 'orders', 'acceptance_rate', 'sync_success_rate'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export const period = () => oneOf(PERIODS, { default: '30d', description: 'Days are those where the tenant is' })

const rate = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })

export const ChannelAnalytics = resource('ChannelAnalytics', '/api/sales/channels/{channelId}/analytics', {
  channelId: ulid(),
  channelName: Type.String(),
  channelType: oneOf(CHANNEL_TYPES),
  totalOrdersImported: count('Counted on the day they came in; so is whatever becomes of them later'),
  totalOrdersFailed: count('Each time that an order could not be taken in'),
  ordersAccepted: count(),
  ordersRejected: count(),
  ordersHeldForReview: count('Those that nobody has decided on yet'),
  totalSyncs: count(),
  successfulSyncs: count(),
  failedSyncs: count(),
  acceptanceRate: rate('Accepted of all that were accepted, rejected or held; 0 where there are none'),
  syncSuccessRate: rate('0 where there were no syncs'),
  totalRevenue: amount({ description: 'Of accepted orders in `currency` that were not cancelled' }),
  averageOrderValue: amount(),
  currency: nullable(currency({ description: "The channel's, else the tenant's, else that of the most orders" })),
  otherRevenue: Type.Array(
    Type.Object({ currency: currency(), totalRevenue: amount(), averageOrderValue: amount(), orders: count() }),
    { description: 'The same in other currencies, which are not added' },
  ),
  averageProcessingTimeSeconds: Type.Number({ description: 'From when an order was placed to when it came in' }),
  lastSyncAt: nullable(timestamp()),
  period: oneOf(PERIODS),
})
export type ChannelAnalytics = Static<typeof ChannelAnalytics.fields>
