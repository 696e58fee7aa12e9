import { readSellerTerms } from '../../billing/earnings/read-seller-terms.ts'
import type { SellerTerms } from '../../billing/sellers/seller-account.ts'
import { isDisputeWord } from '../../connectors/order-states/dispute-words.ts'
import { reportUnpaid } from '../../fulfilment/incidents/report-unpaid.ts'
import { hasOrderLeft } from '../../fulfilment/order-fulfilments/has-order-left.ts'
import { isRouted } from '../../fulfilment/policies/find-policy-of-channel.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { listActiveRuleSets } from '../acceptance-rule-sets/acceptance-rule-store.ts'
import type { RuleSetToEvaluate } from '../acceptance-rule-sets/decide-acceptance.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel, listChannelsOfShop, markUndeletable } from '../channels/channel-store.ts'
import { findSeller } from '../channels/find-seller.ts'
import { type KnownCustomers, linkCustomer, readKnownCustomers, relinkCustomer } from '../customers/link-customer.ts'
import { stripOrder } from '../erasures/strip-order.ts'
import { holdOpen, holdRest } from '../order-parts/hold-rest.ts'
import { keepTerms } from '../order-parts/read-payment.ts'
import { addToChannelCounts } from '../orders/counts-store.ts'
import { countOrder, type StoredOrder, subtractAmounts } from '../orders/order.ts'
import { buildExternalKey, findOrdersByExternalId, orders } from '../orders/order-store.ts'
import { type NewPayload, NO_PAYLOAD, preparePayload, schedulePayloadErasure } from '../orders/payload-store.ts'
import { chooseOwner } from '../shops/choose-owner.ts'
import { applyOrderEffects, scheduleRouting, updateRevised } from './apply-order-effects.ts'
import { completeVersion, listOwn } from './complete-version.ts'
import { countRemoved } from './count-removed.ts'
import { decideIncoming } from './decide-incoming.ts'
import { endLostDispute } from './end-lost-dispute.ts'
import { findLinkedSkus, findSoldAs } from './find-sold-as.ts'
import { becomesUnpaid, beginOrder, followShop, mustWait } from './follow-shop.ts'
import { type ImportResult, isWritten } from './import-result.ts'
import { hashRow, isNewerVersion } from './is-newer-version.ts'
import { keepCorrections } from './keep-corrections.ts'
import { type Incoming, type Received, readIncoming } from './read-incoming.ts'

type Using = Pick<App, 'db' | 'files'>

/** Data that importing any order of a channel needs. */
export interface ImportContext {
  channel: StoredChannel
  /** All channels of its shop, itself included. */
  ofShop: readonly StoredChannel[]
  ruleSets: readonly RuleSetToEvaluate[]
  /** Partner that sells through the channel, if one is known, and what is agreed with it. */
  seller: Id | null
  sellerTerms: SellerTerms | null
  /** Time zone of the tenant. */
  zone: string
  /** True if a fulfilment policy applies to the channel. */
  isRouted: boolean
}

export const prepareImport = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  channel: StoredChannel,
  now: Date,
): Promise<ImportContext> => {
  const [ofShop, ruleSets, seller, zone, routed] = await Promise.all([
    listChannelsOfShop(app.db, tenant, channel),
    listActiveRuleSets(app.db, tenant, channel.id),
    findSeller(app.db, tenant, channel),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
    isRouted(app.db, tenant, channel),
  ])
  const sellerTerms = await readSellerTerms(app.db, tenant, channel, seller, toLocalDay(zone, now))
  return { channel, ofShop, ruleSets, seller, sellerTerms, zone, isRouted: routed }
}

/** Facts about the orders of a unit: the variants that their lines are linked to, and their customers. */
interface Known {
  linked: ReadonlyMap<string, string>
  customers: KnownCustomers
}

const createOrder = (
  unit: Unit,
  context: ImportContext,
  incoming: Incoming,
  payload: NewPayload,
  { linked, customers }: Known,
) => {
  const { channel, seller, sellerTerms, zone, isRouted } = context
  const { fields, row, raw = row, modifiedAt } = incoming
  const parts = completeVersion(incoming, [])
  const verdict = endLostDispute(channel.orderSettings, incoming.verdict, parts)
  const standing = beginOrder(verdict, () => decideIncoming(context, fields, raw, parts))
  const isAccepted = standing.status === 'accepted'
  const isSold = isAccepted && !fields.isTest
  const order = unit.create(
    orders,
    {
      ...fields,
      ...parts,
      ...linkCustomer(unit, channel.id, fields, customers),
      channelId: channel.id,
      shopId: channel.shopId,
      ...standing,
      platformModifiedAt: modifiedAt,
      sellerId: isSold ? seller : null,
      sellerTerms: isSold ? sellerTerms : null,
      countedOn: toLocalDay(zone, unit.now),
      rowHash: hashRow(row),
      payloadFile: payload.file,
      isRouted: isRouted && isAccepted,
      soldAs: findSoldAs(parts.lineItems, linked),
      ...(incoming.ofPeople ?? { note: null, tags: [] }),
      holdReason: null,
      corrected: {},
      isCancelledHere: false,
      isRestHeld: false,
      warnedOfExpiry: null,
      erasedAt: null,
      revision: 1,
    },
    'stale',
    { external: payload.carried && { payload: payload.carried } },
  )
  unit.timelines.carry(order.id, buildExternalKey(unit.tenant, order.shopId, order.externalOrderId))
  return order
}

const updateOrder = async (
  app: Using,
  unit: Unit,
  context: ImportContext,
  before: StoredOrder,
  received: Incoming,
  { payloadFile, linked, customers }: Known & { payloadFile: string | null },
) => {
  const { channel, seller, sellerTerms, isRouted } = context
  const { row, raw = row, modifiedAt } = received
  const told = before.erasedAt ? { ...received.fields, ...stripOrder(received.fields) } : received.fields
  const fields = keepCorrections(before, told)
  const incoming = { ...received, fields }
  const completed = completeVersion(incoming, await listOwn(app.db, unit.tenant, before, incoming), before.lineItems)
  const lineItems = await countRemoved(app.db, unit.tenant, before, completed.lineItems)
  const parts = { ...completed, lineItems }
  const ended = endLostDispute(channel.orderSettings, incoming.verdict, parts)
  const verdict =
    ended !== incoming.verdict && (await hasOrderLeft(app.db, unit.tenant, before.id)) ? incoming.verdict : ended
  const decide = () => decideIncoming(context, fields, raw, parts)
  const hasLeft = becomesUnpaid(before, verdict) && (await reportUnpaid(app.db, unit, before.id, verdict.reason))
  const isRestHeld = hasLeft || (before.isRestHeld && mustWait(verdict))
  const standing = followShop(before, verdict, { decide, hasLeft })
  const { status = before.status } = standing
  const [isAccepted, wasAccepted] = [status === 'accepted', before.status === 'accepted']
  return updateRevised(unit, before, {
    ...fields,
    ...(await relinkCustomer(app.db, unit, before, fields, customers)),
    ...(isRestHeld ? (isDisputeWord(verdict.word) ? holdOpen(parts) : holdRest(before, parts)) : parts),
    payment: keepTerms(parts.payment, before.payment),
    ...standing,
    isRestHeld,
    // A seller is charged for the order as long as it exists, whoever sells through the channel by then.
    ...(isAccepted && !wasAccepted && !before.sellerId && !before.isTest && { sellerId: seller, sellerTerms }),
    // A shop never turns a test into an order, or the reverse.
    isTest: before.isTest,
    ...(isAccepted && isRouted && { isRouted }),
    soldAs: findSoldAs(parts.lineItems, linked),
    platformModifiedAt: modifiedAt,
    rowHash: hashRow(row),
    payloadFile,
  })
}

/** Returns our channel to which an order belongs: the one that has it already, or the one that the shop's channels tell. */
const findOwner = ({ ofShop }: ImportContext, { placedIn = [] }: Incoming, before: StoredOrder | undefined) =>
  before ? ofShop.find(({ id }) => id === before.channelId) : chooseOwner(ofShop, placedIn)

/** Bytes of orders after which no further one is added, so that the transaction stays below the maximum of the table. */
const MAX_BYTES = 1_500_000

/**
 * Imports orders of a channel, each with its payload, decision, counts and events; existing orders are updated only if the
 * incoming version is newer. Imports as many as fit into the unit and returns their results. No order may occur twice.
 */
export const importNextOrders = async (
  app: Using,
  unit: Unit,
  context: ImportContext,
  incoming: readonly Incoming[],
  { known }: { known?: ReadonlyMap<string, StoredOrder> } = {},
): Promise<ImportResult[]> => {
  const { channel } = context
  const ids = incoming.map(({ fields }) => fields.externalOrderId)
  const existing = known ?? (await findOrdersByExternalId(app.db, unit.tenant, channel.shopId, ids))
  const lines = incoming.flatMap(({ fields }) => fields.lineItems)
  const linked = await findLinkedSkus(app.db, unit.tenant, channel, lines)
  const named = incoming.map(({ fields }) => fields)
  const customers = await readKnownCustomers(app.db, unit.tenant, channel.id, named)
  const results: ImportResult[] = []
  const importOne = async (each: Incoming): Promise<ImportResult> => {
    const { externalOrderId } = each.fields
    const before = existing.get(externalOrderId)
    const owner = findOwner(context, each, before)
    if (owner?.id !== channel.id) return { action: 'elsewhere', fields: each.fields, owner, before }
    if (before && !isNewerVersion(before, each)) return { action: 'unchanged', order: before, before }
    const { raw = each.row, inboundMessageId = unit.newId() } = each
    const received = { externalOrderId, inboundMessageId, platform: channel.type, receivedAt: unit.now.toISOString() }
    // What a shop still says of a customer who was erased is not kept.
    const payload: NewPayload = before?.erasedAt
      ? NO_PAYLOAD
      : await preparePayload(app, unit, channel.id, { ...received, json: JSON.stringify(raw) }, before)
    if (before) schedulePayloadErasure(unit, before)
    const order = before
      ? await updateOrder(app, unit, context, before, each, { payloadFile: payload.file, linked, customers })
      : createOrder(unit, context, each, payload, { linked, customers })
    if (payload.item) unit.add({ put: payload.item })
    await applyOrderEffects(app.db, unit, context, order, before)
    addToChannelCounts(unit, channel.id, order.countedOn, subtractAmounts(countOrder(before), countOrder(order)))
    return { action: before ? 'updated' : 'created', order, before }
  }
  let bytes = 0
  for (const each of incoming) {
    if (bytes > MAX_BYTES) break
    const imported = await unit.attempt(() => importOne(each), channel.deletable ? 2 : 1)
    if (!imported) break
    results.push(imported.result)
    if (isWritten(imported.result)) bytes += JSON.stringify(imported.result.order).length
  }
  const written = results.filter(isWritten)
  scheduleRouting(
    unit,
    written.map(({ order }) => order),
  )
  if (channel.deletable && written.length)
    markUndeletable(unit, orNotFound(await findChannel(app.db, unit.tenant, channel.id)))
  return results
}

/** Imports one order, for example from a webhook; returns an error to show if the row is invalid. */
export const importOrder = async (
  app: Using,
  unit: Unit,
  channel: StoredChannel,
  row: unknown,
  received: Received,
): Promise<ImportResult | { error: string }> => {
  const incoming = readIncoming(row, received)
  if ('error' in incoming) return incoming
  const context = await prepareImport(app, unit.tenant, channel, unit.now)
  const [result] = await importNextOrders(app, unit, context, [incoming])
  return result as ImportResult
}
