import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CustodianError } from '../../lib/custodians/custodian-connector.ts'
import { cancelAtCustodian } from '../../lib/fulfilment/dispatch/cancel-at-custodian.ts'
import { dispatchOrder } from '../../lib/fulfilment/dispatch/dispatch-order.ts'
import { findOrderFulfilment } from '../../lib/fulfilment/order-fulfilments/order-fulfilment-store.ts'
import { blockSalesOrder } from '../../lib/fulfilment/orders/follow-orders.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../../lib/fulfilment/remote/apply-remote-fulfilment.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { TaskPostponed } from '../../lib/platform/events/outbox/task.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import {
  aConnected,
  anInternal,
  aParcel,
  aPolicy,
  aRouted,
  handOffs,
  INCIDENTS,
  ORDERS,
  ordersOf,
  playing,
  remote,
  settled,
  statusOf,
  stocking,
  stockOf,
  topicsOf,
} from './fulfilling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})
afterEach(() => useApp(undefined))

const get = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body
const task = (id: string) => ({ tenant: owner.tenant, fulfilmentOrderId: id })
const LATER_MS = 130_000

const countPolled = async (id: string) => {
  const polled = await app().db.query({ pk: partition(owner.tenant, 'polled-order') })
  return polled.filter(({ sk }) => sk.endsWith(`#${id}`)).length
}

/** Runs all that follows at a time when leases of dead workers have ended. */
const later = (ms = LATER_MS) => {
  const at = new Date(Date.now() + ms)
  useApp({ ...app(), clock: () => at })
  return at
}

const applying = (id: string, state: Parameters<typeof applyRemoteFulfilment>[3]) =>
  runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
    applyRemoteFulfilment(app(), unit, await unit.load(fulfilmentOrders, id), state),
  )

/** An order that waits to be sent, since the custodian's system does not answer. */
const anUnsent = async () => {
  playing({
    async dispatch() {
      throw new CustodianError('UNAVAILABLE', 'The system is down')
    },
  })
  const made = await aRouted(owner, { custodian: await aConnected(owner) })
  expect(made.fulfilmentOrder).toMatchObject({ request: 'unsent' })
  return made
}

const aSent = async () => {
  const system = playing()
  const made = await aRouted(owner, { custodian: await aConnected(owner) })
  expect(made.fulfilmentOrder).toMatchObject({ request: 'accepted', isManual: false })
  return {
    ...made,
    ...system,
    id: made.fulfilmentOrder.id,
    reference: made.fulfilmentOrder.reference,
  }
}

describe('dispatching', () => {
  it('sends what was reserved once, with its reference, and remembers the answer', async () => {
    const { placed, reference } = await aSent()
    expect(placed).toEqual([reference])
    expect(reference).toMatch(/^FO-[0-9A-Z]{26}$/)
  })

  it('makes people work the order if the custodian has no system', async () => {
    playing()
    Object.assign((await import('../../lib/custodians/registry.ts')).getCustodianConnector('custom'), {
      orders: undefined,
    })
    const { fulfilmentOrder } = await aRouted(owner, { custodian: await aConnected(owner) })
    expect(fulfilmentOrder).toMatchObject({ request: 'unsent', isManual: true })
  })

  it.each([
    ['before the intent is stored (kill-before-dispatch)', 2, false],
    ['after the intent is stored', 2, true],
    ['before the answer is recorded (kill-after-dispatch-before-record)', 3, false],
    ['after the answer is recorded', 3, true],
  ])('places the order once if the worker dies %s', async (_moment, transaction, after) => {
    const { fulfilmentOrder } = await anUnsent()
    const { placed } = playing()
    // The lease is an update; the first transaction of the work is the intent.
    const dying = dyingAt(transaction - 1, after)
    await dispatchOrder(dying, task(fulfilmentOrder.id), new Date()).catch(() => {})
    const at = later()
    await dispatchOrder(app(), task(fulfilmentOrder.id), at)
    expect(placed).toEqual([fulfilmentOrder.reference])
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'accepted', requestMessage: null })
  })

  it('sends nothing if the order is cancelled after the worker has read it', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { placed } = playing()
    const { db } = app()
    const cancelFirst: typeof db.update = async (asked) => {
      if (asked.update.pk.endsWith('#fulfilment-dispatch'))
        expect((await owner.post(`${ORDERS}/${fulfilmentOrder.id}/cancel`, { reason: 'changed' })).status).toBe(200)
      return await db.update(asked)
    }
    await dispatchOrder({ ...app(), db: { ...db, update: cancelFirst } }, task(fulfilmentOrder.id), new Date())
    expect(placed).toEqual([])
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'cancelled', request: 'unsent' })
  })

  it('asks for the order after an unclear answer instead of sending it again (timeout-found-by-reference)', async () => {
    const { fulfilmentOrder } = await anUnsent()
    let calls = 0
    const system = playing()
    const { dispatch } = system.orders
    system.orders.dispatch = async (...given) => {
      calls++
      await dispatch(...given)
      throw new CustodianError('UNAVAILABLE', 'No answer came', { isUnclear: true })
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'sending', requestMessage: 'No answer came' })
    const at = later()
    await dispatchOrder(app(), task(fulfilmentOrder.id), at)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'accepted', requestMessage: null })
    expect([calls, system.placed.length]).toEqual([1, 1])
  })

  it('takes the known order of a repeated reference as success (duplicate-answer-is-success)', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { known, placed } = playing()
    known.set(fulfilmentOrder.reference, remote(fulfilmentOrder.reference, { state: 'in_progress' }))
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'accepted', status: 'in_progress' })
    expect(placed).toEqual([])
  })

  it('is done by one of two workers (two-workers-one-dispatch)', async () => {
    const { fulfilmentOrder } = await anUnsent()
    let calls = 0
    const { orders } = playing()
    const { dispatch } = orders
    orders.dispatch = async (...given) => {
      calls++
      return await dispatch(...given)
    }
    const tasks = [1, 2, 3].map(() => dispatchOrder(app(), task(fulfilmentOrder.id), new Date()))
    const failures = (await Promise.allSettled(tasks)).flatMap((each) => ('reason' in each ? [each.reason] : []))
    expect(failures.every((error) => error instanceof TaskPostponed)).toBe(true)
    expect(calls).toBe(1)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'accepted' })
  })

  it('tells people once if the custodian stays unreachable, and goes on by itself', async () => {
    const { order, fulfilmentOrder } = await anUnsent()
    for (let i = 0; i < 4; i++) await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    const incidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
    expect(await incidents()).toMatchObject([{ reason: 'custodian_down', fulfilmentOrderId: fulfilmentOrder.id }])
    expect(await topicsOf(owner, 'routing.')).toHaveLength(1)
    expect(await statusOf(owner, order.id)).toBe('blocked')
    playing()
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await incidents()).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('goes to another custodian after a refusal, or raises an incident (refused-reroutes-or-incident)', async () => {
    const refusing = await aConnected(owner)
    const system = playing()
    system.orders.dispatch = async (_system, { reference }) =>
      remote(reference, { state: 'refused', reason: 'We do not ship there' })
    const { order, stock, variant } = await aRouted(owner, { custodian: refusing })
    expect(await ordersOf(owner, order.id)).toMatchObject([
      { status: 'cancelled', request: 'refused', requestMessage: 'We do not ship there' },
    ])
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toMatchObject([{ reason: 'refused' }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    const other = await anInternal(owner)
    await stocking(owner, variant.id, other.id, 5)
    const [incident] = (await owner.get(`${INCIDENTS}?status=open`)).body.member
    await owner.post(`${INCIDENTS}/${incident.id}/retry`)
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([{ custodianId: other.id, status: 'open' }, {}])
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('keeps back an order on hold until it is released', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { placed } = playing()
    const { holds } = (await owner.post(`${ORDERS}/${fulfilmentOrder.id}/hold`, { reason: 'payment' })).body
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(placed).toEqual([])
    await owner.post(`${ORDERS}/${fulfilmentOrder.id}/release`, { holdId: holds[0].id })
    await settled()
    expect(placed).toEqual([fulfilmentOrder.reference])
  })
})

describe('news from a custodian', () => {
  it('hand pieces over once, in any order and however often they come', async () => {
    const { id, reference, variant, stock, order } = await aSent()
    const one = aParcel('P1', [{ sku: variant.sku, quantity: 1 }])
    const two = aParcel('P2', [{ sku: variant.sku, quantity: 2 }])
    const first = remote(reference, { state: 'in_progress', parcels: [one] })
    const both = remote(reference, { state: 'closed', parcels: [one, two] })
    for (const state of [first, first, remote(reference)]) await applying(id, state)
    expect(await get(id)).toMatchObject({ status: 'in_progress', lines: [{ handedOver: 1, allocated: 2 }] })
    for (const state of [both, first, both, remote(reference, { state: 'in_progress' })]) await applying(id, state)
    expect(await get(id)).toMatchObject({ status: 'closed', outcome: 'full', lines: [{ handedOver: 3 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    expect(await handOffs(owner)).toHaveLength(2)
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
    expect(await topicsOf(owner, 'sales.order.fulfilled')).toHaveLength(1)
  })

  it('continue in further transactions if there are many parcels', async () => {
    const { id, reference, variant, stock } = await (async () => {
      const system = playing()
      const made = await aRouted(owner, { quantity: 8, custodian: await aConnected(owner) })
      return { ...made, ...system, id: made.fulfilmentOrder.id, reference: made.fulfilmentOrder.reference }
    })()
    const parcels = Array.from({ length: 8 }, (_, i) => aParcel(`P${i}`, [{ sku: variant.sku, quantity: 1 }]))
    await applying(id, remote(reference, { state: 'closed', parcels }))
    await settled()
    expect(await get(id)).toMatchObject({ status: 'closed', outcome: 'full', lines: [{ handedOver: 8, cancelled: 0 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 2, reserved: 0 })
    expect(await handOffs(owner)).toHaveLength(8)
  })

  it('that come before the answer to the dispatch count as the answer (webhook-before-create-answer)', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const system = playing()
    const { dispatch } = system.orders
    system.orders.dispatch = async (...given) => {
      const answer = await dispatch(...given)
      await applying(fulfilmentOrder.id, remote(fulfilmentOrder.reference, { state: 'in_progress' }))
      return answer
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'accepted', status: 'in_progress' })
  })

  it('of a short close give the rest to others', async () => {
    const { id, reference, variant, order, stock } = await aSent()
    const other = await anInternal(owner)
    await stocking(owner, variant.id, other.id, 5)
    const parcels = [aParcel('P1', [{ sku: variant.sku, quantity: 1 }])]
    await applying(id, remote(reference, { state: 'closed', parcels, cancelled: [{ sku: variant.sku, quantity: 2 }] }))
    await settled()
    expect(await get(id)).toMatchObject({
      status: 'closed',
      outcome: 'short',
      lines: [{ handedOver: 1, cancelled: 2 }],
    })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await ordersOf(owner, order.id)).toMatchObject([{ custodianId: other.id, lines: [{ ordered: 2 }] }, { id }])
  })

  it('put the order on hold and end the hold', async () => {
    const { id, reference } = await aSent()
    await applying(id, remote(reference, { state: 'on_hold', reason: 'The address is unknown' }))
    expect(await get(id)).toMatchObject({
      status: 'on_hold',
      holds: [{ note: 'The address is unknown', actorId: null }],
    })
    await applying(id, remote(reference, { state: 'in_progress' }))
    expect(await get(id)).toMatchObject({ status: 'in_progress', holds: [] })
  })

  it('of more pieces than were asked for change no further stock, and tell people', async () => {
    const { id, reference, variant, stock } = await aSent()
    const parcels = [aParcel('P1', [{ sku: variant.sku, quantity: 5 }])]
    await applying(id, remote(reference, { state: 'closed', parcels }))
    expect(await get(id)).toMatchObject({ status: 'closed', lines: [{ handedOver: 3 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
    const { body } = await owner.get(`${INCIDENTS}?status=open`)
    expect(body.member).toMatchObject([{ reason: 'unexpected_news', fulfilmentOrderId: id }])
  })

  it('prove the delivery of a parcel once, by who signed for it', async () => {
    const { id, reference, variant } = await aSent()
    const event = (state: string) => ({
      ...{ sourceId: state, occurredAt: '2026-03-03T09:00:00.000Z', state },
      ...{ flag: null, description: null, place: null },
    })
    const lines = [{ sku: variant.sku, quantity: 3 }]
    const tell = (signedBy: string | null, ...states: string[]) =>
      applying(
        id,
        remote(reference, {
          state: 'closed',
          parcels: [aParcel('P1', lines, { signedBy, events: states.map(event) })],
        }),
      )
    const readProof = async () =>
      (await owner.get('/api/shipping/shipments')).body.member.map(
        ({ proofOfDelivery }: { proofOfDelivery: unknown }) => proofOfDelivery,
      )
    await tell('Ada', 'in_transit')
    expect(await readProof()).toEqual([null])
    await tell(null, 'in_transit', 'delivered')
    expect(await readProof()).toEqual([null])
    const proof = { signedBy: 'Ada', note: null, at: '2026-03-03T09:00:00.000Z' }
    await tell('Ada', 'in_transit', 'delivered')
    expect(await readProof()).toEqual([proof])
    await tell('Grace', 'in_transit', 'delivered')
    expect(await readProof()).toEqual([proof])
  })

  it('of an unknown state keep ours', async () => {
    const { id, reference } = await aSent()
    await applying(id, remote(reference, { state: 'in_progress' }))
    await applying(id, remote(reference, { state: null }))
    expect(await get(id)).toMatchObject({ status: 'in_progress', request: 'accepted' })
  })
})

describe('cancelling at a custodian', () => {
  const cancel = (id: string, body: object = {}) =>
    owner.post(`${ORDERS}/${id}/cancel`, { reason: 'Not wanted', ...body })

  it('asks the custodian, and releases the stock once it agrees', async () => {
    const { id, stock, order } = await aSent()
    expect((await cancel(id)).body).toMatchObject({ status: 'open', request: 'cancel_requested' })
    expect((await cancel(id)).status).toBe(409)
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
    await settled()
    expect(await get(id)).toMatchObject({ status: 'cancelled', request: 'cancel_accepted', lines: [{ cancelled: 3 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('cancelled')
  })

  it('shows a refusal, and the order goes on (cancel-refused-after-pick)', async () => {
    const { id, orders, reference, variant, stock } = await aSent()
    orders.cancel = async () => ({ answer: 'refused', reason: 'It is picked already' })
    await cancel(id)
    await settled()
    expect(await get(id)).toMatchObject({
      status: 'open',
      request: 'cancel_refused',
      requestMessage: 'It is picked already',
    })
    const parcels = [aParcel('P1', [{ sku: variant.sku, quantity: 3 }])]
    await applying(id, remote(reference, { state: 'closed', parcels }))
    expect(await get(id)).toMatchObject({ status: 'closed', outcome: 'full' })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 7, reserved: 0 })
  })

  it('asks no custodian without the capability cancel_order, so that a person has to see to the order', async () => {
    const { id, orders, order, stock } = await aSent()
    let asked = 0
    const { cancel: agree } = orders
    orders.cancel = async (...given) => {
      asked++
      return await (agree as NonNullable<typeof agree>)(...given)
    }
    const { custodianId } = await get(id)
    const change = (how: string) =>
      owner.post(`/api/warehousing/custodians/${custodianId}/${how}-capability`, { capability: 'cancel_order' })
    await change('disable')
    await cancel(id)
    await settled()
    expect(await get(id)).toMatchObject({
      status: 'open',
      request: 'cancel_refused',
      requestMessage: 'The custodian does not have the capability cancel_order enabled',
    })
    expect([asked, await stockOf(owner, stock.id)]).toEqual([0, { onHand: 10, reserved: 3 }])
    expect(await statusOf(owner, order.id)).not.toBe('cancelled')
  })

  it('of an order that never arrived needs no capability', async () => {
    const { fulfilmentOrder, custodian } = await anUnsent()
    const { orders } = playing()
    orders.dispatch = async () => {
      throw new CustodianError('UNAVAILABLE', 'No answer came', { isUnclear: true })
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    const disabled = { capability: 'cancel_order' }
    await owner.post(`/api/warehousing/custodians/${custodian.id}/disable-capability`, disabled)
    await cancel(fulfilmentOrder.id)
    const at = later()
    await cancelAtCustodian(app(), task(fulfilmentOrder.id), at)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'cancelled', request: 'cancel_accepted' })
  })

  it('cancels what the custodian can still keep back (cancel-partly-succeeds)', async () => {
    const { id, orders, known, reference, variant, stock, order } = await aSent()
    orders.cancel = async () => {
      const parcels = [aParcel('P1', [{ sku: variant.sku, quantity: 1 }])]
      known.set(
        reference,
        remote(reference, { state: 'closed', parcels, cancelled: [{ sku: variant.sku, quantity: 2 }] }),
      )
      return { answer: 'accepted' }
    }
    await cancel(id)
    await settled()
    expect(await get(id)).toMatchObject({
      status: 'closed',
      outcome: 'short',
      lines: [{ handedOver: 1, cancelled: 2 }],
    })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await statusOf(owner, order.id)).toBe('fulfilled')
  })

  it('waits for a dispatch that is under way (cancel-races-accept)', async () => {
    const { fulfilmentOrder, stock } = await anUnsent()
    const system = playing()
    const { dispatch } = system.orders
    system.orders.dispatch = async (...given) => {
      const answer = await dispatch(...given)
      expect((await cancel(fulfilmentOrder.id)).body.request).toBe('cancel_requested')
      await expect(cancelAtCustodian(app(), task(fulfilmentOrder.id), new Date())).rejects.toThrow(TaskPostponed)
      return answer
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'open', request: 'cancel_requested' })
    const at = later()
    await cancelAtCustodian(app(), task(fulfilmentOrder.id), at)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'cancelled', request: 'cancel_accepted' })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  it('of an order that never arrived needs no answer', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { orders } = playing()
    orders.dispatch = async () => {
      throw new CustodianError('UNAVAILABLE', 'No answer came', { isUnclear: true })
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    await cancel(fulfilmentOrder.id)
    const at = later()
    await cancelAtCustodian(app(), task(fulfilmentOrder.id), at)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'cancelled', request: 'cancel_accepted' })
  })

  it('waits until a request without an answer can no longer arrive', async () => {
    const { fulfilmentOrder, stock } = await anUnsent()
    const { orders, known } = playing()
    orders.dispatch = async () => {
      throw new CustodianError('UNAVAILABLE', 'No answer came', { isUnclear: true })
    }
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    await cancel(fulfilmentOrder.id)
    await expect(cancelAtCustodian(app(), task(fulfilmentOrder.id), new Date())).rejects.toThrow(TaskPostponed)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'open', request: 'cancel_requested' })
    known.set(fulfilmentOrder.reference, remote(fulfilmentOrder.reference))
    const at = later()
    await cancelAtCustodian(app(), task(fulfilmentOrder.id), at)
    expect(known.get(fulfilmentOrder.reference)).toMatchObject({ state: 'cancelled' })
    expect(await get(fulfilmentOrder.id)).toMatchObject({ status: 'cancelled', request: 'cancel_accepted' })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
  })

  it('of an order whose answer was lost polls the order if the custodian goes on with it', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { orders, known } = playing()
    orders.dispatch = async (_system, { reference }) => {
      known.set(reference, remote(reference, { state: 'in_progress' }))
      throw new CustodianError('UNAVAILABLE', 'No answer came', { isUnclear: true })
    }
    orders.cancel = async () => ({ answer: 'refused', reason: 'It is picked already' })
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    await cancel(fulfilmentOrder.id)
    const at = later()
    await cancelAtCustodian(app(), task(fulfilmentOrder.id), at)
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'cancel_refused' })
    expect(await countPolled(fulfilmentOrder.id)).toBe(1)
  })
})

describe('polling', () => {
  it('does not begin for an order that the custodian refused', async () => {
    const { fulfilmentOrder } = await anUnsent()
    const { orders } = playing()
    orders.dispatch = async (_system, { reference }) => remote(reference, { state: 'refused' })
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    expect(await get(fulfilmentOrder.id)).toMatchObject({ request: 'refused' })
    expect(await countPolled(fulfilmentOrder.id)).toBe(0)
  })
})

describe('orders that cannot be sent', () => {
  it('are planned again once their custodian is active again, whatever else happened to the sales order', async () => {
    const { order, fulfilmentOrder, custodian } = await anUnsent()
    const { placed } = playing()
    await owner.post(`/api/warehousing/custodians/${custodian.id}/suspend`)
    await dispatchOrder(app(), task(fulfilmentOrder.id), new Date())
    await settled()
    const open = (await owner.get(`${INCIDENTS}?status=open`)).body.member
    expect(open.filter(({ salesOrderId }: { salesOrderId: string }) => salesOrderId === order.id)).toHaveLength(1)
    // Another reason replaces the first in the incident of the sales order.
    const { db } = app()
    await runInUnit(db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
      const record = await findOrderFulfilment(db, owner.tenant, order.id)
      if (record) await blockSalesOrder(db, unit, record, { reason: 'order_changed', description: 'Changed' })
    })
    await owner.post(`/api/warehousing/custodians/${custodian.id}/reactivate`)
    await settled()
    expect(placed).toHaveLength(1)
  })
})
