import { expect } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aMerchant, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const INVOICES = '/api/billing/invoices'

/** A member of a tenant whose goods are taxed at 19 percent. */
export const aTaxedMember = async (): Promise<Member> => {
  const owner = await aMember()
  const settings = [{ key: 'billing.taxRates', value: { standard: 19 } }]
  await owner.put('/api/configuration/settings/bulk', { settings })
  return owner
}

const TASKS = ['billing.invoice.follow-orders', 'billing.invoice.free-orders']

const listTasks = async ({ tenant }: Member) =>
  (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
    ({ task, data, handledAt }) =>
      !handledAt && TASKS.includes(task as string) && (data as { tenant: string }).tenant === tenant,
  )

/** Runs the tasks by which invoices follow orders and release them, until none is left. */
export const followOrders = async (owner: Member, on: App = app()) => {
  for (let tasks = await listTasks(owner); tasks.length; tasks = await listTasks(owner))
    for (const task of tasks) await runTask(on, task, new Date(), createLog({}))
}

/** Runs those tasks that wait now, all at once. */
export const followAtOnce = async (owner: Member) =>
  await Promise.all((await listTasks(owner)).map((task) => runTask(app(), task, new Date(), createLog({}))))

/** A shop with orders that change; each version is a minute later than the one before. */
export const aChangingShop = async (owner: Member) => {
  const partner = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId: partner.id })
  const channel = await aManualChannel(owner)
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  let minute = 0
  const tell = async (number: string, total: number, fields: object = {}) => {
    const modifiedAt = new Date(Date.UTC(2026, 2, 2, 8, ++minute)).toISOString()
    const { body } = await importing(owner, channel.id, [
      aRow({ externalOrderId: number, number, modifiedAt, total, ...fields }),
    ])
    expect(body.errors).toEqual([])
  }
  const draw = async (fields: object = {}) => {
    const shop = { partnerId: partner.id, channelId: channel.id }
    const { status, body } = await owner.post(INVOICES, {
      dueDate: '2099-03-31',
      currencyCode: 'EUR',
      ...shop,
      ...fields,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  /** What the orders are worth to the partner, and what the documents of the shop say. */
  const books = async () => {
    const [invoices, notes, charges] = await Promise.all([
      owner.get(`${INVOICES}?partnerId=${partner.id}`),
      owner.get('/api/billing/credit-notes?itemsPerPage=100'),
      owner.get(`/api/billing/charges?partnerId=${partner.id}&itemsPerPage=100`),
    ])
    const sum = (all: { [name: string]: unknown }[], field: string) =>
      all.reduce((total, each) => total + (each[field] as number), 0)
    const live = invoices.body.member.filter(({ status }: { status: string }) => status !== 'cancelled')
    const own = notes.body.member.filter(({ partnerId }: { partnerId: string }) => partnerId === partner.id)
    return {
      billed: sum(live, 'grandTotal') - sum(own, 'grandTotal'),
      owed: sum(charges.body.member, 'amount'),
      notes: own,
      invoices: live,
    }
  }
  return { partner, channel, tell, draw, books }
}
