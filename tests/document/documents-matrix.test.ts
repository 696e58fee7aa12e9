import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { DOCUMENT_TYPES, type DocumentType } from '../../schemas/document/document.ts'
import type { Role } from '../../schemas/roles.ts'
import { aSelfBillingInvoice, SELF_BILLING } from '../billing/self-billing.ts'
import { aCharge, settle } from '../billing/settling.ts'
import { aPolicy, aRouted } from '../fulfilment/fulfilling.ts'
import { aDelivery, anAuthorizedReturn, RETURNS } from '../fulfilment/returning.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { SHIPMENTS } from '../shipping/parcels.ts'
import { expectReads as expectReadsOf, expectRefused, type Reader } from '../storage/matrix.ts'
import { aBill } from '../storage/records.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'

const DOCUMENTS = '/api/document/documents'
const READ = 'document:document:read'

/** What reading the record that a document of each kind shows needs; some have several documents. */
const NEEDS = {
  'superseded invoice': 'billing:invoice:read',
  invoice: 'billing:invoice:read',
  credit_note: 'billing:credit_note:read',
  settlement: 'billing:settlement:read',
  statement: 'billing:statement:read',
  open_items: 'billing:payment:read',
  delivery_note: 'shipping:shipment:read',
  return_slip: 'fulfilment:return:read',
  pick_list: 'fulfilment:order:read',
  shipping_label: 'shipping:shipment:read',
  // Last, because invoices need more once the country of the tenant is set.
  self_billing_invoice: 'billing:settlement:read',
  self_billing_credit_note: 'billing:settlement:read',
} as const satisfies Record<DocumentType | 'superseded invoice', string>
type Kind = keyof typeof NEEDS

const KINDS = Object.keys(NEEDS) as Kind[]

const UNREADABLE: Readonly<Record<Role, readonly Kind[]>> = {
  owner: [],
  admin: [],
  viewer: [],
  finance: ['delivery_note', 'return_slip', 'pick_list', 'shipping_label'],
  operations: [
    ...(['superseded invoice', 'invoice', 'credit_note', 'settlement', 'statement', 'open_items'] as const),
    ...(['self_billing_invoice', 'self_billing_credit_note'] as const),
  ],
}

const MARCH = { from: '2026-03-01T00:00:00Z', to: '2026-03-31T23:59:59.999Z' }
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')

const made = async (owner: Member, path: string, body: object = {}) => {
  const answer = await owner.post(path, body)
  if (answer.status >= 300) throw new Error(answer.text)
  return answer
}

const rendered = async (owner: Member, path: string, body?: object) => (await made(owner, path, body)).body.id as string

const aShipment = async (owner: Member) => {
  const lines = [{ sku: 'TEA', quantity: 2 }]
  return (await made(owner, SHIPMENTS, { orderNumber: 'DE-1', carrier: 'DHL', lines })).body.id as string
}

let owner: Member
let invoiceId: string
const ids = {} as Record<Kind, string>
const GUARDED = { path: DOCUMENTS, content: 'download', read: READ, ids }

const BUILD: Readonly<Record<Kind, () => Promise<string>>> = {
  async 'superseded invoice'() {
    invoiceId = (await anInvoice(owner, { issueImmediately: true })).id
    return await rendered(owner, `/api/billing/invoices/${invoiceId}/render`)
  },
  invoice: async () => rendered(owner, `/api/billing/invoices/${invoiceId}/render`, { includeDetails: false }),
  async credit_note() {
    const { id } = (await made(owner, '/api/billing/credit-notes', { invoiceId, reason: 'Damaged goods' })).body
    return await rendered(owner, `/api/billing/credit-notes/${id}/render`)
  },
  self_billing_invoice: async () => rendered(owner, `${SELF_BILLING}/${await aSelfBillingInvoice(owner)}/render`),
  async self_billing_credit_note() {
    const { settlementId } = (await owner.get(`${SELF_BILLING}/${await aSelfBillingInvoice(owner)}`)).body
    await made(owner, `/api/billing/settlements/${settlementId}/reject`, { reason: 'Wrong' })
    const { body } = await owner.get(`${SELF_BILLING}?type=credit_note`)
    return await rendered(owner, `${SELF_BILLING}/${body.member[0].id}/render`)
  },
  async settlement() {
    const partnerId = (await aPartner(owner)).id
    await aCharge(owner, partnerId)
    const { id } = (await settle(owner, partnerId)).body
    const { headers } = await made(owner, `/api/billing/settlements/${id}/statement`)
    return /documents\/(\w+)\//.exec(String(headers.Link))?.[1] ?? ''
  },
  statement: async () =>
    rendered(owner, `/api/billing/partners/${(await aBill(owner)).partnerId}/statement/render`, MARCH),
  async open_items() {
    const { partnerId } = await anInvoice(owner, { issueImmediately: true })
    return await rendered(owner, `/api/billing/partners/${partnerId}/open-items/render`)
  },
  delivery_note: async () => rendered(owner, `${SHIPMENTS}/${await aShipment(owner)}/delivery-note`),
  async return_slip() {
    const { salesOrderId, sku } = await aDelivery(owner)
    const { id } = await anAuthorizedReturn(owner, salesOrderId, sku, 1)
    return await rendered(owner, `${RETURNS}/${id}/slip`)
  },
  async pick_list() {
    await aPolicy(owner)
    const { fulfilmentOrder } = await aRouted(owner)
    return await rendered(owner, '/api/fulfilment/pick-lists', { fulfilmentOrderIds: [fulfilmentOrder.id] })
  },
  async shipping_label() {
    const path = `${SHIPMENTS}/${await aShipment(owner)}/label/upload`
    return (await made(owner, path, { file: PDF.toString('base64') })).body.label.documentId
  },
}

beforeAll(async () => {
  owner = await aMember()
  for (const kind of KINDS) ids[kind] = await BUILD[kind]()
}, 120_000)

const expectReads = (reader: Reader, kinds: readonly Kind[]) => expectReadsOf(reader, GUARDED, kinds)
const listKindsFor = (...scopes: string[]) => KINDS.filter((kind) => scopes.includes(NEEDS[kind]))

const NAMED = [...new Set(Object.values(NEEDS))]

describe('a document of each type', () => {
  it('is among those that are tried', () => expect(KINDS).toEqual(expect.arrayContaining([...DOCUMENT_TYPES])))

  it.each(Object.keys(UNREADABLE) as Role[])('is read by the role %s as far as its scopes go', async (role) => {
    const kinds = KINDS.filter((kind) => !UNREADABLE[role].includes(kind))
    await expectReads(await aMember({ tenant: owner.tenant, role }), kinds)
  })

  it('is read by no key that has a single scope', { timeout: 120_000 }, async () => {
    for (const scope of SCOPES) {
      const key = await aProgramOf(owner, [scope])
      if (scope === READ) await expectReads(key, [])
      else await expectRefused(key, GUARDED, scope)
    }
  })

  it.each(NAMED)(
    'is read by a key of documents with %s if it shows what this scope opens, and only then',
    async (scope) => expectReads(await aProgramOf(owner, [READ, scope]), listKindsFor(scope)),
  )

  it('is not read with all scopes but the one of what it shows', { timeout: 120_000 }, async () => {
    for (const lacking of NAMED) {
      const key = await aProgramOf(
        owner,
        SCOPES.filter((scope) => scope !== lacking),
      )
      await expectReads(key, listKindsFor(...NAMED.filter((scope) => scope !== lacking)))
    }
  })

  it('is listed by its filters and subject only for those who may read it, with exact totals', async () => {
    const key = await aProgramOf(owner, [READ, 'billing:credit_note:read'])
    const subject = encodeURIComponent(`commerce:///billing/invoices/${invoiceId}`)
    const read = async (reader: Reader, query: string) => {
      const { body } = await reader.get(`${DOCUMENTS}?${query}`)
      return [body.totalItems, body.member.map(({ id }: { id: string }) => id)]
    }
    const own = [ids.invoice, ids['superseded invoice']].sort().reverse()
    for (const [query, expected] of [
      [`subject=${subject}`, own],
      [`subject=${subject}&status=superseded`, [ids['superseded invoice']]],
      [`subject=${subject}&type=credit_note`, []],
      ['type=invoice', own],
      ['type=invoice&status=final', [ids.invoice]],
    ] as const) {
      expect(await read(owner, query), query).toEqual([expected.length, expected])
      expect(await read(key, query), query).toEqual([0, []])
    }
    expect(await read(key, 'type=credit_note')).toEqual([1, [ids.credit_note]])
    expect(await read(key, 'itemsPerPage=1&page=2')).toEqual([1, []])
    expect(await read(await aProgramOf(owner, [READ, 'billing:invoice:read']), 'itemsPerPage=1&page=2')).toEqual([
      2,
      own.slice(1),
    ])
  })

  it('names the files of its record, which whoever may read the document may read too', async () => {
    const fileId = await aReadyFile(owner)
    await made(owner, `/api/billing/invoices/${invoiceId}/attachments`, { fileId })
    const scopes = [READ, 'storage:file:read', 'billing:invoice:read']
    const key = await aProgramOf(owner, scopes)
    const { attachments } = (await key.get(`${DOCUMENTS}/${ids.invoice}`)).body
    expect(attachments).toMatchObject([{ id: fileId }])
    expect((await key.get(attachments[0].url)).status).toBe(200)
    for (const lacking of scopes) {
      const { text } = await (
        await aProgramOf(
          owner,
          scopes.filter((each) => each !== lacking && each !== 'storage:file:read'),
        )
      ).get(DOCUMENTS)
      expect(text.includes(fileId), lacking).toBe(lacking === 'storage:file:read')
    }
  })

  it.each([READ, 'shipping:shipment:read'])('is sent along by nobody who lacks %s', async (lacking) => {
    const scopes = ['billing:invoice:read', 'billing:invoice:write', 'document:document:read', 'shipping:shipment:read']
    const body = { to: ['buyer@example.com'], attachmentDocumentIds: [ids.delivery_note] }
    const path = `/api/billing/invoices/${invoiceId}/send`
    const refused = await (
      await aProgramOf(
        owner,
        scopes.filter((scope) => scope !== lacking),
      )
    ).post(path, body)
    expect(refused.status).toBe(400)
    expect(refused.body.violations).toEqual([
      { propertyPath: 'attachmentDocumentIds[0]', message: 'must be the id of an existing document' },
    ])
    expect((await (await aProgramOf(owner, scopes)).post(path, body)).status).toBe(200)
  })
})
