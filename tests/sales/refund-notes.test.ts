import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { openShopState, readNotes } from '../../lib/connectors/simulator/shop-state.ts'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { aHandedOverOrder, anAuthorizedReturn, RETURNS } from '../fulfilment/returning.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'
import { isDue } from './parcels.ts'
import { later, recordsOf, runsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const MINUTE_MS = 60_000

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

type Channel = Awaited<ReturnType<typeof aHookedChannel>>

/** An order of a simulated shop that was handed over, with a return that was authorized. */
const aReturn = async (channel: Channel) => {
  const order = anOrder()
  expect((await channel.tell(order)).status).toBe(202)
  await channel.follow()
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const found = orders.find(({ externalOrderId }) => externalOrderId === order.id)
  return await returnOf(found?.id as string, order.id)
}

const returnOf = async (salesOrderId: string, externalOrderId: string) => {
  const variant = await aVariant(owner)
  const lines = [{ sku: variant.sku as string, variantId: variant.id as string, handedOver: 1 }]
  await aHandedOverOrder(owner, { salesOrderId, lines })
  const made = await anAuthorizedReturn(owner, salesOrderId, variant.sku as string, 1)
  const { id, returnNumber } = made as { id: string; returnNumber: string }
  return { id, returnNumber, salesOrderId, externalOrderId }
}

/** Schedules the note, as if its task had been written twice. */
const schedule = async ({ id: returnId, salesOrderId: orderId }: { id: string; salesOrderId: string }) => {
  const { db, clock } = app()
  const tenant = owner.tenant as Id
  await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) =>
    unit.schedule('sales.refunds.note', { tenant, orderId, returnId }),
  )
}

/** An order of a simulated shop that was billed and handed over. */
const aBilledOrder = async () => {
  const channel = await aHookedChannel(owner)
  const { id: partnerId } = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`${CHANNELS}/${channel.id}/merchant`, { merchantId })
  const variant = await aVariant(owner)
  const sku = variant.sku as string
  const order = anOrder({ lines: [{ sku, name: 'Tea', quantity: 1, price: '119.00' }] })
  await channel.tell(order)
  await channel.follow()
  const salesOrderId = (await ordersOf(owner, { channelId: channel.id })).orders[0]?.id as string
  const { body: invoice } = await owner.post('/api/billing/invoices', {
    ...{ partnerId, channelId: channel.id, dueDate: '2099-03-31', currencyCode: 'EUR', issueImmediately: true },
  })
  const lines = [{ sku, variantId: variant.id as string, handedOver: 1, orderLine: 0 }]
  await aHandedOverOrder(owner, { salesOrderId, lines })
  return { channel, salesOrderId, externalOrderId: order.id, sku, invoiceId: invoice.id as string }
}

const resolve = async ({ id }: { id: string }, fields: object = { refundAmount: 3990 }) => {
  const { status, body } = await owner.post(`${RETURNS}/${id}/resolve`, { resolution: 'refunded', ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
}

const openTasks = async () =>
  (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
    ({ handledAt, data, task }) =>
      !handledAt &&
      ['sales.refunds.note', 'sales.shipments.release'].includes(String(task)) &&
      (data as { tenant?: string }).tenant === owner.tenant,
  )

const runTasks = async (on: App = app()) => {
  for (;;) {
    const due = (await openTasks()).filter(isDue)
    if (!due.length) return
    for (const task of due) await runTask(on, task, on.clock(), createLog({}))
  }
}

const configure = async (channel: Channel, connectorConfig: Record<string, string>) =>
  expect((await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })).status).toBe(200)

/** Returns the notes at the order of a return in its simulated shop. */
const notesOf = async (channel: Channel, { externalOrderId }: { externalOrderId: string }) => {
  const shop = await openShop(
    app(),
    owner.tenant as Id,
    (await findChannel(app().db, owner.tenant, channel.id)) as never,
  )
  const notes = await readNotes(openShopState(shop, shop.credentials.seed ?? ''), externalOrderId)
  return notes.map(({ text }) => text)
}

const aReturnOfShop = async () => {
  const channel = await aHookedChannel(owner)
  return { channel, made: await aReturn(channel) }
}

describe('the refund of a return', () => {
  it('is noted at the order in the shop, and its sync run says so', async () => {
    const { channel, made } = await aReturnOfShop()
    await resolve(made)
    await runTasks()
    const text = `Refund of return ${made.returnNumber}, 39.90 EUR. No money was moved in this shop. Reference: ${made.id}.`
    expect(await notesOf(channel, made)).toEqual([text])
    const [run, ...others] = await runsOf(owner, channel)
    expect(others).toEqual([])
    expect(run).toMatchObject({ type: 'refund_notes', status: 'success', itemsSynced: 1, itemsPending: 0 })
    expect((await recordsOf(owner, channel, run)).member).toMatchObject([
      { kind: 'return', action: 'created', resourceUri: `commerce:///fulfilment/returns/${made.id}` },
    ])
  })

  it('is noted without an amount where nobody has named one', async () => {
    const { channel, made } = await aReturnOfShop()
    await resolve(made, {})
    await runTasks()
    expect(await notesOf(channel, made)).toEqual([expect.stringContaining(`return ${made.returnNumber}. No money`)])
  })

  it('is not doubled if its task runs again or is written again', async () => {
    const { channel, made } = await aReturnOfShop()
    await resolve(made)
    const [task] = await openTasks()
    for (const _ of [1, 2]) await runTask(app(), task as never, app().clock(), createLog({}))
    await schedule(made)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })

  it('gets the number and the amount of its credit note once that is issued', async () => {
    const { salesOrderId, externalOrderId, sku, invoiceId, channel } = await aBilledOrder()
    const made = { ...(await anAuthorizedReturn(owner, salesOrderId, sku, 1)), salesOrderId, externalOrderId }
    await resolve(made, { invoiceId })
    await runTasks()
    const name = `Refund of return ${made.returnNumber}`
    expect(await notesOf(channel, made)).toEqual([expect.stringContaining(`${name}. No money`)])
    const { creditNoteId } = (await owner.get(`${RETURNS}/${made.id}`)).body
    const { status, body } = await owner.post(`/api/billing/credit-notes/${creditNoteId}/issue`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).not.toHaveProperty('returned')
    await runTasks()
    const amount = (body.grandTotal / 100).toFixed(2)
    const text = `${name}, ${amount} EUR, credit note ${body.creditNoteNumber}. No money`
    expect(await notesOf(channel, made)).toEqual([expect.stringContaining(text)])
    const [run] = await runsOf(owner, channel)
    expect((await recordsOf(owner, channel, run)).member).toMatchObject([{ action: 'updated' }])
  })

  it('concerns no shop without a refund, on a channel without a shop, or before the return is resolved', async () => {
    const { channel, made } = await aReturnOfShop()
    await schedule(made)
    await runTasks()
    expect(await runsOf(owner, channel)).toEqual([])
    await resolve(made, { resolution: 'replaced' })
    expect(await openTasks()).toEqual([])
    const manual = await aManualChannel(owner)
    await importing(owner, manual.id, [aRow({ total: 3990 })])
    const [order] = (await ordersOf(owner, { channelId: manual.id })).orders
    await resolve(await returnOf(order?.id as string, order?.externalOrderId as string))
    await runTasks()
    expect(await openTasks()).toEqual([])
    expect(await runsOf(owner, manual)).toEqual([])
  })

  it('is found in the shop although the answer to the writing was lost', async () => {
    const { channel, made } = await aReturnOfShop()
    await configure(channel, { lost_percent: '100' })
    await resolve(made)
    await runTasks()
    await configure(channel, {})
    expect(await runsOf(owner, channel)).toMatchObject([
      { status: null, itemsPending: 1, errorCode: 'STORE_UNAVAILABLE' },
    ])
    later(2 * MINUTE_MS)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsPending: 0, errorCode: null }])
  })

  it.each([1, 2].flatMap((at) => [false, true].map((after) => [at, after] as const)))(
    'is noted once if its worker dies at transaction %i, after writing it: %s',
    async (at, after) => {
      const { channel, made } = await aReturnOfShop()
      await resolve(made)
      await runTasks(dyingAt(at, after)).catch(() => undefined)
      // The lease of the dead worker has to end.
      for (let round = 0; round < 3; round++) {
        later(3 * MINUTE_MS)
        await runTasks()
      }
      expect(await notesOf(channel, made)).toHaveLength(1)
      expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success' }])
      expect(await openTasks()).toEqual([])
    },
  )

  it('waits for the lease of a worker that died, and is then noted', async () => {
    const { channel, made } = await aReturnOfShop()
    await resolve(made)
    await runTasks(dyingAt(1, false)).catch(() => undefined)
    await runTasks()
    expect(await openTasks()).toHaveLength(1)
    expect(await runsOf(owner, channel)).toEqual([])
    later(3 * MINUTE_MS)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsUnchanged: 1 }])
  })

  it('is written by one worker at a time', async () => {
    const { channel, made } = await aReturnOfShop()
    await resolve(made)
    const [task] = await openTasks()
    const work = () => runTask(app(), task as never, app().clock(), createLog({}))
    await Promise.all([work(), work(), work()])
    later(MINUTE_MS)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })
})

describe('the refund of a return whose shop cannot be used', () => {
  it('is noted again after a failure that somebody has ended', async () => {
    const { channel, made } = await aReturnOfShop()
    await configure(channel, { fail_percent: '100' })
    await resolve(made)
    const begun = app().clock().getTime()
    let attempts = 0
    for (let tasks = await openTasks(); tasks.length; tasks = await openTasks()) {
      expect(++attempts).toBeLessThan(30)
      const at = Math.max(...tasks.map(({ notBefore }) => Date.parse(String(notBefore ?? 0)) || 0))
      later(Math.max(0, at - app().clock().getTime() + 1))
      await runTasks()
    }
    expect(attempts).toBe(20)
    later(begun + 5 * MINUTE_MS - app().clock().getTime())
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ type: 'refund_notes', status: 'failed', errorCode: 'UPSTREAM_ERROR', itemsFailed: 1 })
    const retry = (id: string) => owner.post(`${CHANNELS}/${channel.id}/sync-runs/${id}/retry`)
    await configure(channel, {})
    expect((await retry(run.id)).status).toBe(202)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
    const [again] = await runsOf(owner, channel)
    expect(again).toMatchObject({ status: 'success', itemsSynced: 1 })
    expect((await retry(again.id)).body).toMatchObject({ status: 409, errorCode: 'OPERATION_NOT_ALLOWED' })
  })

  it('is kept while the channel is paused, and noted when it resumes', async () => {
    const { channel, made } = await aReturnOfShop()
    await channel.move('pause')
    await resolve(made)
    await runTasks()
    expect(await openTasks()).toEqual([])
    expect(await notesOf(channel, made)).toEqual([])
    await channel.move('resume')
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
  })

  it('is noted if the channel resumes while the note is being kept', async () => {
    const { channel, made } = await aReturnOfShop()
    await channel.move('pause')
    await resolve(made)
    const { db } = app()
    let isResumed = false
    const transact: typeof db.transact = async (...given) => {
      if (!isResumed) {
        isResumed = true
        await channel.move('resume')
        for (const task of (await openTasks()).filter((each) => each.task === 'sales.shipments.release'))
          await runTask({ ...app(), db }, task, app().clock(), createLog({}))
      }
      return await db.transact(...given)
    }
    await runTasks({ ...app(), db: { ...db, transact } })
    expect(await notesOf(channel, made)).toHaveLength(1)
  })

  it('is recorded as failed once the channel is disconnected', async () => {
    const { channel, made } = await aReturnOfShop()
    await channel.move('pause')
    await resolve(made)
    await runTasks()
    await channel.move('disconnect')
    await runTasks()
    expect(await runsOf(owner, channel)).toMatchObject([
      { type: 'refund_notes', status: 'failed', errorCode: 'CHANNEL_DISCONNECTED' },
    ])
  })

  it('waits until refused credentials are replaced', async () => {
    const { channel, made } = await aReturnOfShop()
    const replace = (api_key: string) =>
      owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key } })
    await replace('refused')
    await resolve(made)
    await runTasks()
    later(2 * MINUTE_MS)
    await runTasks()
    expect(await openTasks()).toEqual([])
    expect((await replace('good')).status).toBe(200)
    await runTasks()
    expect(await notesOf(channel, made)).toHaveLength(1)
  })
})
