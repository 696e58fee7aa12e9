import type { CreateOrderInput } from '../../../schemas/sales/orders/create-order.ts'
import { importsTests } from '../../connectors/order-states/test-orders.ts'
import type { App } from '../../platform/app/app.ts'
import { cleanTags } from '../../platform/identifiers/clean-tags.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { importNextOrders, prepareImport } from '../order-changes/import-order.ts'
import { isWritten } from '../order-changes/import-result.ts'
import { readIncoming } from '../order-changes/read-incoming.ts'
import { checkActive } from '../order-imports/import-orders.ts'
import { judgeRow } from '../order-imports/judge-row.ts'
import { trimText } from '../order-parts/trim-text.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrdersByExternalId } from '../orders/order-store.ts'

/** A mistake names the member first, unless it is about the order as a whole. */
const toViolation = (mistake: string) => {
  const [propertyPath = '', ...words] = mistake.split(' ')
  return propertyPath === 'the' ? { propertyPath: '', message: mistake } : { propertyPath, message: words.join(' ') }
}

/**
 * Creates an order of a channel that has no shop, as an import would: rules decide about it, and everything that follows from
 * an order follows from it. Its external id is that of whoever took it, or else a new one.
 */
export const createOrderByHand = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  { channelId, note = null, tags = [], ...given }: CreateOrderInput,
): Promise<StoredOrder> => {
  const channel = await requireChannel(app.db, unit.tenant, channelId, 'channelId')
  if (channel.type !== 'manual')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The channel has a shop. Create the order there, and it is imported.')
  checkActive(channel)
  if (given.isTest && !importsTests(channel.connectorConfig))
    throw invalid({ propertyPath: 'isTest', message: 'must be false, because the channel has no test orders' })
  const now = unit.now.toISOString()
  const row = { ...given, externalOrderId: given.externalOrderId ?? unit.newId(), placedAt: given.placedAt ?? now }
  const incoming = readIncoming(row, { modifiedAt: now, verdict: judgeRow(channel, row) })
  if ('error' in incoming) throw invalid(...incoming.mistakes.map(toViolation))
  const created = { ...incoming, ofPeople: { note: trimText(note), tags: cleanTags(tags) } }
  const { externalOrderId } = created.fields
  const [prepared, known] = await Promise.all([
    prepareImport(app, unit.tenant, channel, unit.now),
    findOrdersByExternalId(app.db, unit.tenant, channel.shopId, [externalOrderId]),
  ])
  if (known.size) throw new Problem('ALREADY_EXISTS', 'The channel already has an order with this externalOrderId.')
  const [result] = await importNextOrders(app, unit, { ...prepared, ofShop: [channel] }, [created], { known })
  if (!result || !isWritten(result)) throw new Error('an order by hand was not created')
  return result.order
}
