import { aBill, aCreditNote } from '../storage/records.ts'
import { anInvoice } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { aReadyFile } from './file-fixtures.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const aShipment = async (member: Member) =>
  (await member.post('/api/shipping/shipments', { orderNumber: 'DE-1', lines: [{ sku: 'TEA', quantity: 2 }] })).body

const of = (path: string, create: (member: Member) => Promise<{ id: string }>): [Fixture, Fixture, Fixture] => {
  const attached = async (member: Member) => {
    const [{ id }, fileId] = [await create(member), await aReadyFile(member)]
    await member.post(`${path}/${id}/attachments`, { fileId })
    return { params: { id, fileId } }
  }
  const toAttach = async (member: Member) => ({
    params: { id: (await create(member)).id },
    body: { fileId: await aReadyFile(member) },
    other: { fileId: await aReadyFile(member), slot: 'terms' },
  })
  const listed = async (member: Member) => ({ params: { id: (await attached(member)).params.id } })
  return [listed, toAttach, attached]
}

const [listInvoiceAttachments, addInvoiceAttachment, removeInvoiceAttachment] = of('/api/billing/invoices', anInvoice)
const [listCreditNoteAttachments, addCreditNoteAttachment, removeCreditNoteAttachment] = of(
  '/api/billing/credit-notes',
  aCreditNote,
)
const [listBillAttachments, addBillAttachment, removeBillAttachment] = of('/api/billing/bills', aBill)
const [listShipmentAttachments, addShipmentAttachment, removeShipmentAttachment] = of(
  '/api/shipping/shipments',
  aShipment,
)

export const ATTACHMENT_FIXTURES: Readonly<Record<string, Fixture>> = {
  ...{ listInvoiceAttachments, addInvoiceAttachment, removeInvoiceAttachment },
  ...{ listCreditNoteAttachments, addCreditNoteAttachment, removeCreditNoteAttachment },
  ...{ listBillAttachments, addBillAttachment, removeBillAttachment },
  ...{ listShipmentAttachments, addShipmentAttachment, removeShipmentAttachment },
}
