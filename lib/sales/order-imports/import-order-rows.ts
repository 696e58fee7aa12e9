import type { OrderRow } from '../../../schemas/sales/order.ts'
import { importsTests } from '../../connectors/order-states/test-orders.ts'
import type { App } from '../../platform/app/app.ts'
import { parseId } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { importNextOrders, prepareImport } from '../order-changes/import-order.ts'
import { readIncoming } from '../order-changes/read-incoming.ts'
import { findOrdersByExternalId } from '../orders/order-store.ts'
import { checkActive } from './import-orders.ts'
import { type GivenRow, joinOrderRows } from './join-order-rows.ts'
import { judgeRow } from './judge-row.ts'
import { isLater, readReceivedVersion, readStoredVersion } from './order-version.ts'

const requireNamedChannel = async ({ db }: Pick<App, 'db'>, unit: Unit, given: unknown): Promise<StoredChannel> => {
  const id = parseId(String(given ?? ''))
  const channel = id && (await findChannel(db, unit.tenant, id))
  if (!channel) throw invalid({ propertyPath: 'channelId', message: 'must be the id of a channel' })
  checkActive(channel)
  return channel
}

/** Converts a mistake such as `lineItems[1].quantity must be …` to a violation of the column and the row of the line. */
const toViolation = (mistake: string, rowOfLine: readonly number[]): Violation => {
  const [path = '', ...words] = mistake.split(' ')
  const [, index, member] = /^lineItems\[(\d+)\](.*)$/.exec(path) ?? []
  if (index !== undefined) {
    const row = rowOfLine[Number(index)] ?? 0
    return { propertyPath: `rows[${row}].line${member ?? ''}`, message: words.join(' ') }
  }
  return path === 'the' ? { propertyPath: '', message: mistake } : { propertyPath: path, message: words.join(' ') }
}

/** Imports an order of which a file has these rows, as the bulk import of orders does. */
export const importOrderRows = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  rows: readonly GivenRow[],
): Promise<'created' | 'updated' | 'unchanged'> => {
  const { channelId, row, rowOfLine } = joinOrderRows(rows)
  const channel = await requireNamedChannel(app, unit, channelId)
  const given = row as Partial<OrderRow>
  const read = readIncoming(row, { modifiedAt: given.modifiedAt ?? null, verdict: judgeRow(channel, given) })
  if ('error' in read) throw invalid(...read.mistakes.map((mistake) => toViolation(mistake, rowOfLine)))
  const { externalOrderId, isTest } = read.fields
  if (isTest && !importsTests(channel.connectorConfig)) return 'unchanged'
  const known = await findOrdersByExternalId(app.db, unit.tenant, channel.shopId, [externalOrderId])
  const before = known.get(externalOrderId)
  if (before && !isLater(readReceivedVersion(read), readStoredVersion(before))) return 'unchanged'
  const context = await prepareImport(app, unit.tenant, channel, unit.now)
  // Whoever writes a row says to which channel it belongs.
  const [result] = await importNextOrders(app, unit, { ...context, ofShop: [channel] }, [read], { known })
  if (!result) throw new Problem('OPERATION_NOT_ALLOWED', 'The order changes more than one transaction can.')
  return result.action === 'elsewhere' ? 'unchanged' : result.action
}
