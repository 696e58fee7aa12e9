import { newId } from '../../../lib/platform/id.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import {
  aChannel,
  aCustodian,
  anInvoice,
  aPartner,
  aProduct,
  aRecurringProfile,
  aStockItem,
  aVariant,
} from '../../../tests/support/builders.ts'
import type { Member } from '../../../tests/support/client.ts'
import { type Operation, requireStatus } from '../operation.ts'

/** Signs in the only member of a new tenant. */
const anOwner = async (): Promise<Member> => (await aTenantOf(['owner']))[0]

/** Builds a creation of a resource beside an existing one of its kind. */
const create = <T>(
  name: string,
  path: string,
  prepare: (owner: Member) => Promise<T>,
  body: (prepared: T) => object,
): Operation => ({
  name: `create ${name}`,
  async prepare() {
    const owner = await anOwner()
    const prepared = await prepare(owner)
    return async () => requireStatus(201, await owner.post(path, body(prepared)))
  },
})

/** Builds an action on a resource; a run takes the next of two. */
const act = (
  name: string,
  status: number,
  prepare: (owner: Member) => Promise<{ id: string }>,
  run: (owner: Member, id: string) => ReturnType<Member['post']>,
): Operation => ({
  name,
  async prepare() {
    const owner = await anOwner()
    const left = [await prepare(owner), await prepare(owner)]
    return async () => requireStatus(status, await run(owner, left.shift()?.id ?? ''))
  },
})

const PARTNER = {
  name: 'Nordlicht Logistik GmbH',
  countryCode: 'DE',
  defaultCurrency: 'EUR',
  address: { line1: 'Am Sandtorkai 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
}
/** Without a sync, which is an operation of its own. */
const SYNC_SETTINGS = { autoImportEnabled: false }
const INVOICES = '/api/billing/invoices'
const CUSTODIANS = '/api/warehousing/custodians'

let made = 0
const nothing = async () => undefined

export const resources: readonly Operation[] = [
  create('a partner', '/api/partner/partners', nothing, () => PARTNER),
  {
    name: 'create a partner, with an Idempotency-Key',
    async prepare() {
      const owner = await anOwner()
      return async () => {
        const headers = { 'idempotency-key': newId(new Date()) }
        return requireStatus(201, await owner.post('/api/partner/partners', PARTNER, headers))
      }
    },
  },
  create(
    'a custodian',
    CUSTODIANS,
    async (owner) => [await aPartner(owner), await aPartner(owner)],
    (left) => ({ partnerId: left.shift().id, type: 'custom', name: 'Lager' }),
  ),
  create('a product', '/api/catalog/products', nothing, () => ({ name: 'Chair', description: 'A sturdy oak chair.' })),
  create(
    'a variant',
    '/api/catalog/variants',
    (owner) => aProduct(owner),
    ({ id }) => ({
      productId: id,
      sku: `OAK-${++made}`,
      name: 'Oak',
      prices: [{ currency: 'EUR', amount: 11_900 }],
    }),
  ),
  create(
    'a stock item',
    '/api/inventory/stock-items',
    async (owner) => {
      const { custodianId } = await aStockItem(owner)
      return { owner, custodianId, variants: [await aVariant(owner), await aVariant(owner)] }
    },
    ({ custodianId, variants }) => ({ custodianId, variantId: variants.shift().id, onHand: 10 }),
  ),
  create(
    'a channel',
    '/api/sales/channels',
    (owner) => aChannel(owner, { syncSettings: SYNC_SETTINGS }),
    () => ({
      name: 'Web shop',
      code: `SHOP-${++made}`,
      type: 'simulator',
      credentials: { api_key: 'key' },
      syncSettings: SYNC_SETTINGS,
    }),
  ),
  create(
    'an invoice',
    INVOICES,
    (owner) => aPartner(owner),
    ({ id }) => ({
      partnerId: id,
      dueDate: '2026-06-30',
      currencyCode: 'EUR',
      lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
    }),
  ),
  create(
    'a recurring invoice profile',
    '/api/billing/recurring-invoice-profiles',
    (owner) => aRecurringProfile(owner),
    ({ partnerId }) => ({
      partnerId,
      currencyCode: 'EUR',
      cadence: 'monthly',
      anchorDay: 1,
      startAt: '2027-01-01',
      lines: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
    }),
  ),
  act(
    'rename a partner',
    200,
    (owner) => aPartner(owner),
    (owner, id) => owner.patch(`/api/partner/partners/${id}`, { name: 'Südlicht' }),
  ),
  act(
    'suspend a custodian',
    200,
    (owner) => aCustodian(owner),
    (owner, id) => owner.post(`${CUSTODIANS}/${id}/suspend`),
  ),
  act(
    'issue an invoice',
    200,
    (owner) => anInvoice(owner),
    (owner, id) => owner.post(`${INVOICES}/${id}/issue`, {}),
  ),
  act(
    'mark an invoice paid',
    200,
    (owner) => anInvoice(owner, { issueImmediately: true }),
    (owner, id) => owner.post(`${INVOICES}/${id}/mark-paid`, { paymentReference: 'R-1' }),
  ),
  act(
    'read a partner',
    200,
    (owner) => aPartner(owner),
    (owner, id) => owner.get(`/api/partner/partners/${id}`),
  ),
  act(
    'read an invoice',
    200,
    (owner) => anInvoice(owner),
    (owner, id) => owner.get(`${INVOICES}/${id}`),
  ),
]
