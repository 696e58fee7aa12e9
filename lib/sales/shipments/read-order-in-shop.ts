import { ConnectorError, type Shop } from '../../connectors/connector.ts'
import type { OrderInShop } from '../../connectors/fulfilments/fulfilment.ts'
import type { App } from '../../platform/app/app.ts'
import { addUnderLease, write } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { blockChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findPayload } from '../orders/payload-store.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import type { Attempt } from '../runs/single-run.ts'
import { type Goal, NEW_PUBLICATION, type StoredPublication } from './publication.ts'
import { putHeld, putPublications, releasePublications } from './publication-store.ts'
import { type PublicationHolder, putSettled, settlePublication } from './settle-publication.ts'

// Steps that publishing a parcel and withdrawing it have in common.

export const DISCONNECTED: RunFailure = {
  errorCode: 'CHANNEL_DISCONNECTED',
  errorCategory: 'stopped',
  errorMessage: 'The channel is disconnected, so the shop does not hear of the parcel.',
}

/** Returns the order with the platform's own record, which has ids that the order lacks. */
export const readOrderInShop = async (
  app: Pick<App, 'db' | 'files'>,
  tenant: Id,
  order: Pick<StoredOrder, 'channelId' | 'shopId' | 'externalOrderId'>,
): Promise<OrderInShop> => {
  const payload = await findPayload(app, tenant, order)
  return { externalOrderId: order.externalOrderId, raw: payload && JSON.parse(payload.json) }
}

/** Tells whether the shop cannot be called before somebody resumes the channel or replaces its credentials. */
export const mustHold = ({ status, authFailedAt }: StoredChannel) => status === 'paused' || !!authFailedAt

export const getKnown = ({
  publications,
  shipment,
}: Pick<PublicationHolder, 'publications' | 'shipment'>): StoredPublication =>
  publications.parcels[shipment.id] ?? NEW_PUBLICATION

/** Keeps the parcel until the channel can be used; if it can be used again by now, the parcel is published at once. */
export const hold = (holder: PublicationHolder) =>
  write(holder, async (unit) => {
    const { app, tenant, channel, shipment } = holder
    const current = unit.isRerun ? await findChannel(app.db, tenant, channel.id) : channel
    const isHeld = current !== undefined && mustHold(current)
    putSettled(unit, holder, { ...getKnown(holder), status: isHeld ? 'held' : 'waiting', nextAttemptAt: null })
    if (!isHeld) return unit.schedule('sales.shipments.publish', { tenant, shipmentId: shipment.id, isForced: true })
    unit.add(putHeld(tenant, channel.id, shipment.id))
    // Fails if the channel changes at the same moment, since its release would miss this parcel.
    unit.require(channels, current)
  })

/** Gives up the lease; what was learned about the order stays. */
export const leave = (holder: PublicationHolder) =>
  write(holder, async (unit) => {
    const { tenant, orderId, by, publications } = holder
    const action = holder.hasNewRest
      ? putPublications(tenant, orderId, publications, { by })
      : releasePublications(tenant, orderId, by)
    addUnderLease(unit, action)
  })

export const ask = async ({ app, tenant, channel }: PublicationHolder, call: (shop: Shop) => Promise<Attempt>) => {
  try {
    return await call(await openShop(app, tenant, channel))
  } catch (error) {
    if (error instanceof ConnectorError) return error
    throw error
  }
}

export const settle = async (holder: PublicationHolder, attempt: Attempt, end: { goal: Goal; digest: string }) => {
  await write(holder, (unit) => settlePublication(unit, holder, attempt, end))
  if (attempt instanceof ConnectorError && attempt.code === 'AUTH_FAILED')
    await write(holder, (unit) => blockChannel(unit, holder.channel, attempt))
}
