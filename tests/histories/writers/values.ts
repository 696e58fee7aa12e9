import type { Asked, Caller, Reply, World } from '../world.ts'

export type Answer = Exclude<Reply, 'crash'>

/** A value that one resource can have at a time, and the requests of those that want it. */
export interface Wanted {
  name: string
  /** Builds the request of one writer; the value is the same for all. */
  claim(writer: number): Asked
  /** Returns the id of the resource that has the value now, or undefined if the answer is a refusal. */
  readOwner(answer: Answer, writer: number): string | undefined
  /** Returns true if the answer says that another resource has the value. */
  isTaken(answer: Answer): boolean
  /** Lists the resources that have the value. */
  listOwners(): string[]
  /** Builds the request that gives the value back. Without it, the value is used once for ever. */
  free?(owner: string): Asked
}

interface Stage {
  world: World
  caller: Caller
  writers: number
}

const isConflict = ({ status, body }: Answer) => status === 409 && body.errorCode === 'ALREADY_EXISTS'
const readCreated = ({ status, body }: Answer) => (status === 201 ? String(body.id ?? body.code) : undefined)
const VALUE = 'WANTED'

const listWith = ({ world, caller }: Stage, kind: string, field: string, value: string = VALUE) =>
  world
    .list(caller.tenant, kind)
    .filter((item) => item[field] === value)
    .map(({ sk }) => sk)

const make = async ({ world, caller }: Stage, url: string, body: object): Promise<string> =>
  (await world.made(caller, url, body)).id

const wantChannelCode = async (stage: Stage): Promise<Wanted> => ({
  name: 'code of a channel',
  claim: (writer) => ({
    method: 'POST',
    url: '/api/sales/channels',
    body: { name: `Stall ${writer}`, code: VALUE, type: 'manual', credentials: {} },
  }),
  readOwner: readCreated,
  isTaken: isConflict,
  listOwners: () => listWith(stage, 'channel', 'code'),
  free: (owner) => ({ method: 'DELETE', url: `/api/sales/channels/${owner}` }),
})

const wantSku = async (stage: Stage): Promise<Wanted> => {
  const productId = await make(stage, '/api/catalog/products', { name: 'Tea' })
  const prices = [{ currency: 'EUR', amount: 100 }]
  return {
    name: 'SKU',
    claim: (writer) => ({
      method: 'POST',
      url: '/api/catalog/variants',
      body: { productId, sku: VALUE, name: `Tea ${writer}`, prices },
    }),
    readOwner: readCreated,
    isTaken: isConflict,
    listOwners: () => listWith(stage, 'variant', 'sku'),
    free: (owner) => ({ method: 'PATCH', url: `/api/catalog/variants/${owner}`, body: { sku: 'OTHER' } }),
  }
}

const wantCarrierCode = async (stage: Stage): Promise<Wanted> => ({
  name: 'code of a carrier',
  claim: (writer) => ({
    method: 'POST',
    url: '/api/shipping/carriers',
    body: { code: VALUE.toLowerCase(), name: `Courier ${writer}` },
  }),
  readOwner: readCreated,
  isTaken: isConflict,
  listOwners: () => listWith(stage, 'carrier', 'code', VALUE.toLowerCase()),
  free: () => ({ method: 'DELETE', url: `/api/shipping/carriers/${VALUE.toLowerCase()}` }),
})

const wantBillNumber = async (stage: Stage): Promise<Wanted> => {
  const partnerId = await make(stage, '/api/partner/partners', { name: 'Elbe' })
  return {
    name: 'number of a bill',
    claim: (writer) => ({
      method: 'POST',
      url: '/api/billing/bills',
      body: {
        ...{ partnerId, billNumber: VALUE, currency: 'EUR', totalAmount: 100 + writer },
        ...{ issuedAt: '2026-03-01', dueAt: '2026-03-31' },
      },
    }),
    readOwner: readCreated,
    isTaken: isConflict,
    listOwners: () =>
      stage.world
        .list(stage.caller.tenant, 'bill')
        .filter(({ billNumber, status }) => billNumber === VALUE && status !== 'cancelled')
        .map(({ sk }) => sk),
    free: (owner) => ({ method: 'POST', url: `/api/billing/bills/${owner}/cancel`, body: { reason: 'Corrected' } }),
  }
}

const wantInvoiceNumber = async (stage: Stage): Promise<Wanted> => {
  const partnerId = await make(stage, '/api/partner/partners', { name: 'Elbe' })
  const lineItems = [{ description: 'Storage', quantity: 1, unitPrice: 100 }]
  const draft = { partnerId, dueDate: '2026-04-30', currencyCode: 'EUR', lineItems }
  const drafts: string[] = []
  for (let left = stage.writers; left; left--) drafts.push(await make(stage, '/api/billing/invoices', draft))
  return {
    name: 'number of an invoice',
    claim: (writer) => ({
      method: 'POST',
      url: `/api/billing/invoices/${drafts[writer]}/issue`,
      body: { invoiceNumber: VALUE },
    }),
    readOwner: ({ status, body }) => (status === 200 ? String(body.id) : undefined),
    isTaken: isConflict,
    listOwners: () => listWith(stage, 'invoice', 'invoiceNumber'),
  }
}

const wantExternalOrder = async (stage: Stage): Promise<Wanted> => {
  const channel = { name: 'Stall', code: 'STALL', type: 'manual', credentials: {} }
  const channelId = await make(stage, '/api/sales/channels', channel)
  return {
    name: 'external id of an order',
    claim: () => ({
      method: 'POST',
      url: `/api/sales/channels/${channelId}/import-orders`,
      body: { orders: [{ externalOrderId: VALUE, currency: 'EUR', total: 2580 }] },
    }),
    readOwner: ({ body }) => (body.imported === 1 ? 'imported' : undefined),
    isTaken: ({ status, body }) => status === 200 && body.imported === 0 && body.failed === 0,
    listOwners: () => listWith(stage, 'order', 'externalOrderId'),
  }
}

export const VALUES = [
  wantChannelCode,
  wantSku,
  wantCarrierCode,
  wantBillNumber,
  wantInvoiceNumber,
  wantExternalOrder,
] as const
