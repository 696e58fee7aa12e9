import { app } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { StoredChannel } from '../../lib/sales/channels/channel.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { importOrder } from '../../lib/sales/order-changes/import-order.ts'
import { aMerchant, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { aManualChannel } from './orders.ts'

/** A manual channel that sells for a partner, to whom the total of each accepted order is owed. */
export const aSellingChannel = async (member: Member) => {
  const { id: partnerId } = await aPartner(member)
  const { id: merchantId } = await aMerchant(member, { partnerId })
  const channel = await aManualChannel(member)
  await member.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  return { ...channel, partnerId: partnerId as string }
}

/** Finds the order of an external id, as the API shows it. */
export const orderOf = async (member: Member, channelId: string, externalOrderId: string) => {
  const { body } = await member.get(`/api/sales/orders?channelId=${channelId}&itemsPerPage=100`)
  return body.member.find((each: { externalOrderId: string }) => each.externalOrderId === externalOrderId)
}

/** Everything outside fulfilment that follows from an order: what waits for an invoice, is owed, and was told. */
export const downstreamOf = async (member: Member, channelId: string, orderId: string) => {
  const [unbilled, charges, events] = await Promise.all([
    app().db.query({ pk: `T#${member.tenant}#unbilled#${channelId}#EUR` }),
    member.get('/api/billing/charges?itemsPerPage=100'),
    readEvents(member.tenant),
  ])
  const own = charges.body.member.filter(({ subject }: { subject: string }) => subject?.endsWith(`/${orderId}`))
  const told = (topic: string) =>
    events.filter((event) => event.topic === topic && (event.data as { orderId?: string }).orderId === orderId)
  return {
    isUnbilled: unbilled.some(({ sk }) => sk === orderId),
    owed: own.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0) as number,
    ready: told('sales.order.ready').length,
    cancelled: told('sales.order.cancelled').map(({ data }) => (data as { reason: string | null }).reason),
  }
}

/** Imports an order as the worker of a sync does, with what its shop says of it. */
export const hearing = async (
  member: Member,
  channelId: string,
  row: object,
  received: { modifiedAt: string | null; isCancelled?: boolean },
) => {
  const channel = (await findChannel(app().db, member.tenant, channelId)) as StoredChannel
  return await runInUnit(app().db, { tenant: member.tenant, actor: null, now: app().clock() }, (unit) =>
    importOrder(app(), unit, channel, row, received),
  )
}
