import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import {
  type CustodianConnector,
  CustodianError,
  type CustodianNotice,
  type CustodianSystem,
  InvalidNotice,
  type RemoteFulfilment,
  type TrackedParcel,
} from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { buildEnding, type Ending, finishDelivery } from '../../platform/webhooks/finish-delivery.ts'
import { findWebhookBody } from '../../platform/webhooks/webhook-body.ts'
import { recordTrackedParcel } from '../../shipping/shipments/record-tracked-parcel.ts'
import { custodianUri } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { findFulfilmentOrder } from '../orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../remote/apply-remote-fulfilment.ts'
import type { StoredCustodianWebhook } from './custodian-webhook.ts'
import { custodianWebhookLog, findCustodianWebhook } from './custodian-webhook-store.ts'
import { findNoticedOrder, hasWork } from './find-noticed-order.ts'
import { startPolling } from './start-polling.ts'

type News =
  | { order: StoredFulfilmentOrder; remote: RemoteFulfilment; asOf: Date | null; custodianType: CustodianType }
  | { parcel: TrackedParcel; custodianId: Id }

/** A webhook can come before the answer that tells us the custodian's id of the order, so it is looked for again. */
const MAX_WAIT_MS = 15 * 60_000
const RETRY_AFTER_MS = 60_000

const UNKNOWN = 'The platform has no order of this custodian that the webhook could mean.'
const UNKNOWN_PARCEL = 'The platform has no parcel that is on its way and that the webhook could mean.'
const DISCONNECTED = 'The custodian has no connection, so the webhook was not processed.'

/** Webhooks about a parcel that is not known yet wait like those about an order. */
const isTooEarly = ({ receivedAt }: StoredCustodianWebhook, now: Date) =>
  now.getTime() - Date.parse(receivedAt) < MAX_WAIT_MS

/** Returns when a state in a webhook was true: as the system says, and at the latest when it arrived, since clocks differ. */
const findTime = ({ toldAt }: CustodianNotice, { receivedAt }: StoredCustodianWebhook): Date | null =>
  toldAt ? new Date(Math.min(Date.parse(toldAt), Date.parse(receivedAt))) : null

/** Asks the custodian for the order of a parcel that a webhook names alone. */
const nameOrder = async (
  { orders }: CustodianConnector,
  system: CustodianSystem,
  notice: CustodianNotice,
): Promise<CustodianNotice> => {
  const { order, ...rest } = notice
  if (!order || !('parcelId' in order)) return notice
  const remoteId = await orders?.findIdByParcel?.(system, order.parcelId)
  return remoteId === undefined ? rest : { ...rest, order: { remoteId } }
}

const readNews = async (
  app: App,
  tenant: Id,
  delivery: StoredCustodianWebhook,
  now: Date,
): Promise<News | Ending | 'not-yet'> => {
  const custodian = await readCustodian(app.db, tenant, delivery.custodianId)
  const body = await findWebhookBody(app, tenant, custodianWebhookLog, delivery, now)
  if (!body) return buildEnding('fail', 'The body of the delivery is no longer stored.')
  if (!custodian) return buildEnding('fail', DISCONNECTED)
  try {
    const { connector, system } = await openCustodian(app, tenant, custodian)
    if (!connector.webhooks) return buildEnding('fail', DISCONNECTED)
    const notice = await nameOrder(connector, system, connector.webhooks.read(body))
    if (!hasWork(notice)) return buildEnding('process')
    if (notice.parcel) return { parcel: notice.parcel, custodianId: custodian.id }
    const order = await findNoticedOrder(app.db, tenant, custodian.id, notice)
    if (!order) return isTooEarly(delivery, now) ? 'not-yet' : buildEnding('fail', UNKNOWN)
    const remote = notice.fulfilment ?? (await connector.orders?.find(system, order.reference, order))
    return remote
      ? { order, remote, asOf: notice.fulfilment ? findTime(notice, delivery) : now, custodianType: custodian.type }
      : buildEnding('process', 'The custodian no longer has the order.')
  } catch (error) {
    if (error instanceof InvalidNotice) return buildEnding('find_invalid', `The body ${error.message}.`)
    // The next poll finds what could not be read now.
    if (error instanceof CustodianError) return buildEnding('fail', `${error.code}: ${error.message}`)
    throw error
  }
}

/** Applies news; returns how they ended, or that they are to wait for what they are about. */
const applyNews = async (
  app: App,
  unit: Unit,
  delivery: StoredCustodianWebhook,
  news: News,
): Promise<Ending | 'not-yet'> => {
  if ('parcel' in news) {
    if (await recordTrackedParcel(app.db, unit, news.custodianId, news.parcel)) return buildEnding('process')
    return isTooEarly(delivery, unit.now) ? 'not-yet' : buildEnding('process', UNKNOWN_PARCEL)
  }
  const order = unit.isRerun ? await findFulfilmentOrder(app.db, unit.tenant, news.order.id) : news.order
  if (!order) return buildEnding('process')
  startPolling(unit, order, news.custodianType, news.remote)
  await applyRemoteFulfilment(app, unit, order, news.remote, news)
  return buildEnding('process')
}

/** Applies what a custodian told us. State and delivery are written together, so that it is applied once. */
export const processCustodianWebhook = async (
  app: App,
  { tenant, deliveryId }: { tenant: Id; deliveryId: Id },
  now: Date,
): Promise<void> => {
  const delivery = await findCustodianWebhook(app.db, tenant, deliveryId)
  if (delivery?.status !== 'received') return
  const news = await readNews(app, tenant, delivery, now)
  const cause = `${custodianUri(delivery.custodianId)}/webhook-deliveries/${deliveryId}`
  await runInUnit(app.db, { tenant, actor: null, now, cause }, async (unit) => {
    const current = unit.isRerun ? await findCustodianWebhook(app.db, tenant, deliveryId) : delivery
    if (current?.status !== 'received') return
    const ending = news === 'not-yet' || 'action' in news ? news : await applyNews(app, unit, current, news)
    if (ending !== 'not-yet') return finishDelivery(unit, custodianWebhookLog, current, ending)
    unit.schedule('fulfilment.webhook.process', { tenant, deliveryId }, new Date(now.getTime() + RETRY_AFTER_MS))
  })
}
