import { expect } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { anInternal, aPolicy, ordersOf, stocking } from '../fulfilment/fulfilling.ts'
import { RETURNS, receive, request } from '../fulfilment/returning.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aMerchant, aPartner, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'

const FULFILMENT_ORDERS = '/api/fulfilment/orders'

/** The tasks by which fulfilment follows orders and sellers follow fulfilment, until none is left. */
const TASKS = ['fulfilment.', 'billing.earnings.follow', 'billing.tariffs.']

const listTasks = async ({ tenant }: Member) =>
  (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
    ({ task, data, handledAt }) =>
      !handledAt &&
      TASKS.some((name) => (task as string).startsWith(name)) &&
      (data as { tenant: string }).tenant === tenant,
  )

export const followAll = async (owner: Member, on: App = app()) => {
  for (let tasks = await listTasks(owner); tasks.length; tasks = await listTasks(owner))
    for (const task of tasks) await runTask(on, task, app().clock(), createLog({}))
}

export interface Charge {
  amount: number
  currency: string
  chargeType: string
  description: string
  occurredAt: string
}

interface Line {
  id: string
  sku: string
}

/** A manual channel on behalf of a seller, two variants in stock at one custodian, and a policy that routes to it. */
export const aSellingShop = async (owner: Member, channelFields: object = {}) => {
  const seller = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId: seller.id })
  const channel = await aManualChannel(owner, channelFields)
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  const custodian = await anInternal(owner)
  const [tea, cup] = [await aVariant(owner), await aVariant(owner)]
  for (const { id } of [tea, cup]) await stocking(owner, id, custodian.id, 1000)
  await aPolicy(owner)
  let minute = 0
  let dying: App | undefined
  let deaths = 0
  /** Lets all tasks follow, after those that are killed if `dieNext` said so. */
  const follow = async () => {
    const on = dying
    dying = undefined
    if (on)
      await followAll(owner, on).catch((error: Error) => {
        if (error.message !== 'killed') throw error
        deaths++
      })
    await followAll(owner)
  }
  const dieNext = (on: App) => {
    dying = on
  }

  /** Tells a version of an order, and lets all tasks follow. */
  const tell = async (number: string, total: number, lineItems: object[], fields: object = {}) => {
    const modifiedAt = new Date(Date.UTC(2026, 2, 2, 8, ++minute)).toISOString()
    const row = aRow({ externalOrderId: number, number, modifiedAt, total, lineItems, ...fields })
    const { body } = await importing(owner, channel.id, [row])
    expect(body.errors).toEqual([])
    await follow()
  }
  const find = async (number: string) =>
    (await owner.get(`/api/sales/orders?channelId=${channel.id}`)).body.member.find(
      (each: { number: string }) => each.number === number,
    ) as { id: string; status: string; fulfilmentStatus: string }
  const handOver = async (number: string, lines?: { sku: string; quantity: number }[], fields: object = {}) => {
    const [order] = await ordersOf(owner, (await find(number)).id)
    const named = lines?.map(({ sku, quantity }) => ({
      lineId: order.lines.find((line: Line) => line.sku === sku)?.id,
      quantity,
    }))
    const { status, text } = await owner.post(`${FULFILMENT_ORDERS}/${order.id}/hand-over`, {
      parcels: [{ carrier: 'DHL', trackingNumber: `T-${number}-${++minute}`, ...(named && { lines: named }) }],
      ...fields,
    })
    expect(status, text).toBe(200)
    await follow()
  }
  /** Requests a return, receives it on the shelf, and resolves it. */
  const takeBack = async (number: string, sku: string, quantity: number, resolution: object) => {
    const { body } = await request(owner, (await find(number)).id, sku, quantity)
    await owner.post(`${RETURNS}/${body.id}/authorize`)
    await receive(owner, body, quantity)
    const answer = await owner.post(`${RETURNS}/${body.id}/resolve`, resolution)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await follow()
    return answer.body as { id: string; returnNumber: string; creditNoteId: string }
  }
  /** The charges of the seller for sales, the oldest first. */
  const charges = async (): Promise<Charge[]> =>
    (
      await owner.get(`/api/billing/charges?partnerId=${seller.id}&scope=sales&itemsPerPage=100`)
    ).body.member.toReversed()
  const amounts = async () => (await charges()).map(({ amount }) => amount)
  const owed = async () => (await amounts()).reduce((sum, amount) => sum + amount, 0)
  return {
    seller,
    channel,
    custodian,
    tea,
    cup,
    tell,
    find,
    handOver,
    takeBack,
    charges,
    amounts,
    owed,
    follow,
    dieNext,
    countDeaths: () => deaths,
  }
}
