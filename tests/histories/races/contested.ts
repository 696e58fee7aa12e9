import type { Caller, World } from '../world.ts'

/** A resource that one of several simultaneous requests brings to its end. */
export interface Contested {
  noun: string
  id: string
  url: string
  /** By action, the state that it leads to and its body. */
  actions: Readonly<Record<string, { to: string; body?: object }>>
  terminal: readonly string[]
  /** By state, the event that tells of it. */
  topics: Readonly<Record<string, string>>
}

interface Stage {
  world: World
  caller: Caller
  partnerId: string
  custodianId: string
  variantId: string
  channelId: string
}

const SETTLEMENTS = '/api/billing/settlements'
const ORDERS = '/api/sales/orders'
const FULFILMENT_ORDERS = '/api/fulfilment/orders'

const contestSettlement = async ({ world, caller, partnerId }: Stage): Promise<Contested> => {
  const charge = {
    ...{ partnerId, scope: 'storage', chargeType: 'storage_fee', description: 'Storage' },
    ...{ amount: 4250, currency: 'EUR', occurredAt: '2026-02-15T12:00:00Z' },
  }
  await world.made(caller, '/api/billing/charges', charge)
  const { id } = await world.made(caller, SETTLEMENTS, { partnerId, basis: 'ad_hoc', currency: 'EUR' })
  return {
    ...{ noun: 'settlement', id, url: `${SETTLEMENTS}/${id}`, terminal: ['paid', 'rejected'] },
    actions: {
      approve: { to: 'approved', body: {} },
      'mark-paid': { to: 'paid', body: { paymentReference: 'SEPA 4711' } },
      reject: { to: 'rejected', body: { reason: 'Race' } },
    },
    topics: { approved: 'finance.settlement.posted', paid: 'finance.settlement.paid' },
  }
}

const contestInvoice = async ({ world, caller, partnerId }: Stage): Promise<Contested> => {
  const lineItems = [{ description: 'Storage', quantity: 1, unitPrice: 100 }]
  const invoice = { partnerId, dueDate: '2026-04-30', currencyCode: 'EUR', issueImmediately: true, lineItems }
  const { id } = await world.made(caller, '/api/billing/invoices', invoice)
  return {
    ...{ noun: 'invoice', id, url: `/api/billing/invoices/${id}`, terminal: ['paid', 'cancelled'] },
    actions: { 'mark-paid': { to: 'paid', body: {} }, cancel: { to: 'cancelled', body: { reason: 'Race' } } },
    topics: { paid: 'finance.invoice.paid' },
  }
}

const contestBill = async ({ world, caller, partnerId }: Stage): Promise<Contested> => {
  const dates = { issuedAt: '2026-03-01', dueAt: '2026-03-31' }
  const bill = { partnerId, billNumber: `R-${world.random()}`, currency: 'EUR', totalAmount: 11_900, ...dates }
  const { id } = await world.made(caller, '/api/billing/bills', bill)
  return {
    ...{ noun: 'bill', id, url: `/api/billing/bills/${id}`, terminal: ['paid', 'cancelled'] },
    actions: {
      approve: { to: 'approved' },
      'mark-paid': { to: 'paid', body: { paymentReference: 'SEPA 4711' } },
      dispute: { to: 'disputed', body: { reason: 'Damaged' } },
      cancel: { to: 'cancelled', body: { reason: 'Race' } },
    },
    topics: { paid: 'finance.outgoing_payment.completed' },
  }
}

const contestOrder = async ({ world, caller, channelId }: Stage): Promise<Contested> => {
  const externalOrderId = `E-${world.random()}`
  const orders = [{ externalOrderId, currency: 'EUR', total: 2580 }]
  await world.made(caller, `/api/sales/channels/${channelId}/import-orders`, { orders })
  const { sk: id = '' } = world
    .list(caller.tenant, 'order')
    .find((order) => order.externalOrderId === externalOrderId) as { sk: string }
  return {
    ...{ noun: 'order', id, url: `${ORDERS}/${id}`, terminal: ['rejected', 'cancelled'] },
    actions: {
      accept: { to: 'accepted' },
      reject: { to: 'rejected', body: { reason: 'Race' } },
      cancel: { to: 'cancelled', body: { reason: 'Race' } },
    },
    topics: { accepted: 'sales.order.ready', cancelled: 'sales.order.cancelled' },
  }
}

const contestFulfilment = async ({ world, caller, custodianId, variantId }: Stage): Promise<Contested> => {
  const deliveryAddress = {
    name: 'Ada',
    line1: 'Speicherstadt 1',
    city: 'Hamburg',
    postalCode: '20457',
    countryCode: 'DE',
  }
  const order = { custodianId, orderNumber: 'A', lines: [{ variantId, quantity: 1 }], deliveryAddress }
  const { id } = await world.made(caller, FULFILMENT_ORDERS, order)
  return {
    ...{ noun: 'fulfilment order', id, url: `${FULFILMENT_ORDERS}/${id}`, terminal: ['closed', 'cancelled'] },
    actions: {
      start: { to: 'in_progress' },
      'hand-over': { to: 'closed', body: { parcels: [{}] } },
      cancel: { to: 'cancelled', body: { reason: 'Race' } },
    },
    topics: { closed: 'fulfilment.order.closed', cancelled: 'fulfilment.order.cancelled' },
  }
}

/** Makes one resource of each kind. */
export const makeContested = async (world: World, caller: Caller): Promise<Contested[]> => {
  const make = async (url: string, body: object) => (await world.made(caller, url, body)).id as string
  const partnerId = await make('/api/partner/partners', { name: 'Elbe' })
  const custodianId = await make('/api/warehousing/custodians', { partnerId, type: 'internal', name: 'Elbe' })
  const productId = await make('/api/catalog/products', { name: 'Tea' })
  const prices = [{ currency: 'EUR', amount: 100 }]
  const variantId = await make('/api/catalog/variants', { productId, sku: 'TEA', name: 'Tea', prices })
  await make('/api/inventory/stock-items', { variantId, custodianId, onHand: 1 })
  const channelId = await make('/api/sales/channels', { name: 'Stall', code: 'ST', type: 'manual', credentials: {} })
  const rules = [{ field: 'total', operator: 'gt', value: '0' }]
  const conditions = [{ logic: 'and', rules }]
  await make('/api/sales/acceptance-rule-sets', { channelId, name: 'All', conditions, action: 'hold' })
  const stage = { world, caller, partnerId, custodianId, variantId, channelId }
  const made: Contested[] = []
  for (const contest of [contestSettlement, contestInvoice, contestBill, contestOrder, contestFulfilment])
    made.push(await contest(stage))
  return made
}
