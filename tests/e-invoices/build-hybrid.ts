import { layOutCreditNote } from '../../lib/billing/credit-notes/lay-out-credit-note.ts'
import type { PrintedPartner } from '../../lib/billing/describe-recipient.ts'
import { embedCii } from '../../lib/billing/e-invoices/hybrid/embed-cii.ts'
import { layOutInvoice } from '../../lib/billing/invoices/sending/lay-out-invoice.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import type { Stationery } from '../../lib/document/printing/stationery.ts'
import { newRecord } from '../../lib/platform/store/entities/entity.ts'
import { storedInvoice } from '../support/fill.ts'
import { type Chance, type Generated, pick } from './generate-billed.ts'
import { PICTURES } from './pictures.ts'

/** One for each language of documents, one for each kind of digits and one without words of its own. */
const LOCALES = [
  'ar_AE',
  'de_DE',
  'en_GB',
  'es_ES',
  'fr_FR',
  'it_IT',
  'ja_JP',
  'nl_NL',
  'pl_PL',
  'pt_PT',
  'th_TH',
  'hi_IN',
]

const chooseStationery = (chance: Chance, seller: Generated['seller']): Stationery => ({
  issuer: {
    ...seller,
    website: pick(chance, [null, 'https://www.nordlicht.example']),
    logo: pick(chance, [null, ...Object.values(PICTURES)]),
    footer: pick(chance, [null, 'Geschäftsführung: Ada Behrens\nPart of <Nordlicht> & Co']),
    colour: pick(chance, ['#1F3A5F', '#000000', '#ffffff']),
  },
  locale: pick(chance, LOCALES),
  zone: 'Europe/Berlin',
  giroCode: chance() < 0.5,
})

/** Lays out a generated invoice or credit note as billing does. */
const layOutGenerated = (chance: Chance, { billed, seller, buyer }: Generated): PrintedDocument => {
  const at = new Date(`${billed.issuedOn}T09:30:00.000Z`)
  const partner: PrintedPartner = {
    name: buyer.name,
    locale: null,
    billingContact: buyer.contact?.name ? { name: buyer.contact.name, email: buyer.contact.email } : null,
    address: buyer.address,
    taxId: buyer.taxId,
    vatId: buyer.vatId,
  }
  const stationery = chooseStationery(chance, seller)
  const { lines, currency: currencyCode, pricesIncludeTax, taxTotal, grandTotal } = billed
  const common = {
    pricesIncludeTax,
    ...{ currencyCode, taxTotal, grandTotal, subtotal: grandTotal - taxTotal, lineItemCount: lines.length },
    lineItems: lines.map((line, i) => ({
      ...line,
      id: String(i + 1),
      reference: line.reference ?? null,
      ...{ orderId: null, orderLineId: null, supplyType: null, supply: null, originalLineItemId: null },
    })),
  }
  const { supply } = billed
  const invoice = storedInvoice(at, {
    invoiceNumber: billed.preceding?.number ?? billed.number,
    dueDate: billed.dueOn ?? billed.issuedOn,
    supplyDate: supply && 'on' in supply ? supply.on : null,
    supplyPeriod: supply && 'from' in supply ? supply : null,
    notes: billed.note,
  })
  if (billed.type === 'invoice') return layOutInvoice({ ...invoice, ...common }, partner, stationery, chance() < 0.8)
  const { id, invoiceNumber, partnerId, partnerName, issuedAt } = invoice
  const note = {
    ...newRecord(id),
    ...{ invoiceId: id, invoiceNumber, partnerId, partnerName, issuedAt, appliedAt: null },
    ...{ status: 'issued' as const, reason: 'Returned & <restocked>', creditNoteNumber: billed.number },
  }
  return layOutCreditNote({ ...note, ...common }, partner, stationery)
}

/** Makes the hybrid of a generated invoice or credit note and its XML as the platform makes them. */
export const buildHybrid = async (chance: Chance, generated: Generated, xml: string): Promise<Buffer> =>
  await embedCii(await renderPdf(layOut(layOutGenerated(chance, generated))), xml)
