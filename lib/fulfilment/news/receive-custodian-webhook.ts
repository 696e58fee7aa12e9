import { type CustodianConnector, CustodianError, InvalidNotice } from '../../custodians/custodian-connector.ts'
import { type OpenedCustodian, openCustodian } from '../../custodians/open-custodian.ts'
import type { RateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Sharing } from '../../platform/create-sharing.ts'
import { type Id, parseId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { logUnverified } from '../../platform/webhooks/log-unverified.ts'
import { readTopic } from '../../platform/webhooks/read-topic.ts'
import { type Reading, storeArrival } from '../../platform/webhooks/store-arrival.ts'
import type { ReceivedWebhook } from '../../platform/webhooks/webhook-log.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { findTenantOfCustodianHook } from '../../warehousing/custodian-hook.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { toCustodianWebhookSender } from './custodian-webhook.ts'
import { custodianWebhookLog } from './custodian-webhook-store.ts'
import { hasWork } from './find-noticed-order.ts'

interface Arrival {
  tenant: Id
  custodian: StoredCustodian
  webhooks: NonNullable<CustodianConnector['webhooks']>
  isSigned: boolean
}

/** Opens the custodian's system; returns undefined if it cannot be opened, such as without an account at its provider. */
const tryOpen = async (app: App, tenant: Id, custodian: StoredCustodian): Promise<OpenedCustodian | undefined> => {
  try {
    return await openCustodian(app, tenant, custodian)
  } catch (error) {
    if (error instanceof CustodianError) return undefined
    throw error
  }
}

/** Finds the custodian in the path and verifies the delivery; returns undefined if it may send no webhooks. */
const examineDelivery = async (
  app: App,
  custodianText: string,
  delivery: ReceivedWebhook,
  now: Date,
): Promise<Arrival | undefined> => {
  const custodianId = parseId(custodianText)
  const tenant = custodianId && (await findTenantOfCustodianHook(app, custodianId))
  if (!tenant) return undefined
  const custodian = await readCustodian(app.db, tenant, custodianId)
  if (!custodian?.enabledCapabilities.includes('webhook_receipt')) return undefined
  const { connector, system } = (await tryOpen(app, tenant, custodian)) ?? {}
  const webhooks = connector?.webhooks
  return (
    webhooks && system && { tenant, custodian, webhooks, isSigned: webhooks.verify(delivery, system.credentials, now) }
  )
}

export interface CustodianWebhookRequest {
  custodianText: string
  delivery: ReceivedWebhook
  shared: Sharing
}

/** Examines the delivery once for a request: its rate limit, its processing and reruns share the result. */
const getArrival = (app: App, { custodianText, delivery, shared }: CustodianWebhookRequest, now: Date) =>
  shared('arrival', () => examineDelivery(app, custodianText, delivery, now))

/** Limits signed deliveries by custodian, since many custodians send from one address; all others by address. */
export const listCustodianWebhookLimits = async (
  app: App,
  request: CustodianWebhookRequest,
  now: Date,
): Promise<RateLimit[]> => {
  const arrival = await getArrival(app, request, now)
  if (!arrival?.isSigned) return []
  return [{ key: { pk: `G#hook#${arrival.custodian.id}`, sk: 'GATE' }, limit: app.config.webhookLimit }]
}

const SIGNATURE_MESSAGE = 'The signature does not match the body.'

/** Headers that webhooks are read with. They are stored as they are, so none of them may contain a secret. */
const READ_HEADERS = ['webhook-id', 'x-webhook-topic', 'x-shiphero-message-id']

const readDelivery = ({ webhooks }: Pick<Arrival, 'webhooks'>, delivery: ReceivedWebhook): Reading => {
  try {
    const notice = webhooks.read(delivery)
    return { topic: notice.topic, eventId: notice.eventId, hasWork: hasWork(notice) }
  } catch (error) {
    if (error instanceof InvalidNotice) return { invalid: error.message }
    throw error
  }
}

/** Logs and stores a verified delivery in one transaction and schedules its processing. */
export const storeCustodianWebhook = async (
  app: App,
  unit: Unit,
  { custodian, webhooks }: Pick<Arrival, 'custodian' | 'webhooks'>,
  delivery: ReceivedWebhook,
) =>
  await storeArrival(app, unit, custodianWebhookLog, {
    sender: toCustodianWebhookSender(custodian),
    reading: readDelivery({ webhooks }, delivery),
    delivery,
    topic: readTopic(webhooks.topicHeaders ?? [], delivery),
    headerPrefixes: READ_HEADERS,
  })

/** Receives a webhook of a custodian's system. */
export const receiveCustodianWebhook = async (
  app: App,
  unit: Unit,
  request: CustodianWebhookRequest,
  log: Log,
): Promise<void> => {
  const arrival = await getArrival(app, request, unit.now)
  if (!arrival) throw notFound()
  const { tenant, custodian } = arrival
  if (!arrival.isSigned) {
    const unverified = {
      tenant,
      log: custodianWebhookLog,
      sender: toCustodianWebhookSender(custodian),
      status: 'signature_failed',
      fields: {
        topic: readTopic(arrival.webhooks.topicHeaders ?? [], request.delivery),
        errorMessage: SIGNATURE_MESSAGE,
      },
    } as const
    await logUnverified(app, unverified, unit.now)
    log.warn('fulfilment.webhook.signature_failed', { tenant, custodianId: custodian.id })
    throw new Problem('UNAUTHENTICATED', SIGNATURE_MESSAGE)
  }
  unit.within(tenant)
  const { id: deliveryId, status } = await storeCustodianWebhook(app, unit, arrival, request.delivery)
  log.info('fulfilment.webhook.received', { tenant, custodianId: custodian.id, deliveryId, status })
}
