import { randomBytes } from 'node:crypto'
import { runTask } from '../../functions/events/run-task.ts'
import type { Dispatch } from '../../lib/custodians/custodian-connector.ts'
import { openCustodian } from '../../lib/custodians/open-custodian.ts'
import { buildWebhookHeaders } from '../../lib/custodians/standard-webhook.ts'
import { pollCustodians } from '../../lib/fulfilment/news/poll-custodians.ts'
import { startPolling } from '../../lib/fulfilment/news/start-polling.ts'
import type { StoredFulfilmentOrder } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { findFulfilmentOrder, fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { newId, parseId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { StoredCustodian } from '../../lib/warehousing/custodian.ts'
import { findCustodian } from '../../lib/warehousing/custodian-store.ts'
import { aCustodian } from '../support/builders.ts'
import { type Member, send } from '../support/client.ts'
import { checkingTopics } from '../support/emitted-topics.ts'
import { aDispatch } from './contract.ts'

export const CUSTODIANS = '/api/warehousing/custodians'

const makeSecret = () => `whsec_${randomBytes(24).toString('base64')}`

export interface AtWork {
  /** Id as answers spell it. */
  id: string
  secret: string
  stored: StoredCustodian
}

const read = async (member: Member, id: string, secret: string): Promise<AtWork> => ({
  id,
  secret,
  stored: (await findCustodian(app().db, member.tenant, parseId(id) as string)) as StoredCustodian,
})

const ABILITIES = ['tenant_picks_warehouse', 'list_inventory', 'cancel_order', 'webhook_receipt']

/** Creates a simulated custodian with settings, whose webhooks arrive unless they are switched off. */
export const aSimulatedCustodian = async (
  member: Member,
  settings = '',
  { enabledCapabilities = ABILITIES, apiKey = 'good' }: { enabledCapabilities?: string[]; apiKey?: string } = {},
): Promise<AtWork> => {
  const webhookSecret = makeSecret()
  const { id } = await aCustodian(member, {
    type: 'simulator',
    enabledCapabilities,
    connectionConfig: {
      accountId: randomBytes(6).toString('hex'),
      apiKey,
      integrationId: settings || 'step_seconds=60',
      webhookSecret,
    },
  })
  return await read(member, id, webhookSecret)
}

/** Creates a custodian with a system of its own that nobody needs to call. */
export const aCustomCustodian = async (member: Member, integrationId = 'https://warehouse.test/entrepot') => {
  const webhookSecret = makeSecret()
  const { id } = await aCustodian(member, {
    type: 'custom',
    enabledCapabilities: ['tenant_picks_warehouse', 'cancel_order', 'webhook_receipt', 'list_inventory'],
    connectionConfig: { integrationId, webhookSecret },
  })
  return await read(member, id, webhookSecret)
}

const buildOrder = (custodian: StoredCustodian, dispatch: Dispatch, id: string) => ({
  id,
  reference: dispatch.reference,
  salesOrderId: null,
  orderNumber: dispatch.orderNumber,
  channelId: null,
  custodianId: custodian.id,
  custodianName: custodian.name,
  status: 'open',
  outcome: null,
  request: 'sending',
  requestMessage: null,
  holds: [],
  serviceLevel: null,
  deliveryAddress: dispatch.deliveryAddress,
  lines: dispatch.lines.map(({ sku, name, quantity }) => ({
    id: newId(new Date()),
    orderLine: null,
    variantId: newId(new Date()),
    sku,
    name,
    ordered: quantity,
    allocated: 0,
    handedOver: 0,
    cancelled: 0,
    allocation: null,
  })),
  closedAt: null,
  remoteId: null,
  isManual: false,
  isReserving: false,
  pendingStock: [],
  failures: 0,
  parcels: [],
  cancelling: null,
  mismatch: null,
  startedAt: null,
  currency: 'EUR',
  incidentId: null,
})

/** Stores a fulfilment order that is being sent to a custodian. */
export const anOrderAt = async (member: Member, { stored: custodian }: AtWork): Promise<StoredFulfilmentOrder> => {
  const { db, clock } = app()
  const id = newId(clock())
  const dispatch = aDispatch(['SIM-0', 'SIM-1'], { reference: `FO-${id}` })
  return await runInUnit(db, { tenant: member.tenant, actor: null, now: clock() }, async (unit) =>
    unit.create(fulfilmentOrders, buildOrder(custodian, dispatch, id) as never),
  )
}

/** Dispatches a new order to the custodian's system and polls it from then on. */
export const aDispatchedOrder = async (member: Member, custodian: AtWork): Promise<StoredFulfilmentOrder> => {
  const order = await anOrderAt(member, custodian)
  const { connector, system } = await openCustodian(app(), member.tenant, custodian.stored)
  await connector.orders?.dispatch(system, aDispatch(['SIM-0', 'SIM-1'], { reference: order.reference }))
  const { db, clock } = app()
  await runInUnit(db, { tenant: member.tenant, actor: null, now: clock() }, async (unit) =>
    startPolling(unit, order, custodian.stored.type),
  )
  return order
}

export const orderOf = async (member: Member, { id }: { id: string }): Promise<StoredFulfilmentOrder> =>
  (await findFulfilmentOrder(app().db, member.tenant, id)) as StoredFulfilmentOrder

/** The app at a later time. */
export const inMinutes = (minutes: number, base: App = app()): App => ({
  ...base,
  clock: () => new Date(Date.now() + minutes * 60_000),
})

/** Polls what is due after so many minutes. */
export const pollAfter = async (minutes: number, base: App = app()): Promise<void> =>
  await checkingTopics('every-minute-poll-custodians', () =>
    pollCustodians(inMinutes(minutes, base), createLog({}), () => true),
  )

/** Runs the tasks of a tenant that are open, and those that they schedule for that time. */
export const follow = async (member: Member, on: App = app()): Promise<void> => {
  for (;;) {
    const tasks = (await app().db.query<{ data?: { tenant?: string } }>({ pk: 'T#PLATFORM#task' })).filter(
      ({ handledAt, notBefore, data }) =>
        !handledAt && data?.tenant === member.tenant && String(notBefore ?? '') <= on.clock().toISOString(),
    )
    if (!tasks.length) return
    for (const task of tasks) await checkingTopics('on-event', () => runTask(on, task, on.clock(), createLog({})))
  }
}

let sent = 0

/** Sends a webhook as a custodian's system does; the body is bytes, text or what becomes JSON. */
export const tell = async (
  { id, secret }: Pick<AtWork, 'id' | 'secret'>,
  body: unknown,
  { event = `msg_${++sent}`, from = `198.51.100.${1 + (sent % 250)}`, at = new Date(), headers: more = {} } = {},
) => {
  const raw = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const headers = { ...more, ...buildWebhookHeaders(secret, event, raw, at) }
  const sentAs = { body: raw.toString('base64'), isBase64Encoded: true }
  return await send('POST', `/hooks/custodians/${id}`, { headers, from, event: sentAs })
}

/** The body of a webhook with the state of an order. */
export const aNotice = (reference: string, fields: object = {}) => ({
  type: 'fulfilment_order.updated',
  timestamp: new Date().toISOString(),
  data: { reference, id: `W-${reference}`, state: 'in_progress', ...fields },
})

export interface ShownWebhook {
  id: string
  status: string
  topic: string | null
  errorMessage: string | null
  externalEventId: string | null
  repeats: string | null
  custodianId: string
}

export const webhooksOf = async (member: Member, id: string): Promise<ShownWebhook[]> =>
  (await member.get(`${CUSTODIANS}/${id}/webhook-deliveries?itemsPerPage=100`)).body.member
