import { defineSettings, preset } from '../platform/settings/define-settings.ts'
import { choice, flag, whole } from '../platform/settings/kinds.ts'

/** Settings of the stock that shops are told. */
export const STOCK_SETTINGS = defineSettings('warehousing', {
  backorderPolicy: preset(
    choice(['deny', 'allow']),
    'deny',
    'Backorder policy',
    'Lets channels sell below zero (allow) or stop at zero (deny), unless the channel has a policy of its own.',
  ),
  safetyStock: preset(
    whole(0, 1_000_000),
    0,
    'Safety stock',
    'Units of each stock item that are not published to channels.',
  ),
  followStock: preset(flag(), true, 'Follow stock', 'Publishes stock where it was published before.'),
})
