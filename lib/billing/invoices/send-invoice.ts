import type { SendInvoiceInput } from '../../../schemas/billing/sending.ts'
import { getSetting } from '../../configuration/setting-of.ts'
import { ownDocument, requireAttachable, toFile } from '../../document/documents/attachable.ts'
import { createPortalLink } from '../../document/portal/portal-link.ts'
import { addMailing } from '../../mailing/add-mailing.ts'
import { collectRecipients, type Recipient } from '../../mailing/mailing.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { invalid } from '../../platform/problem.ts'
import { type Moves, move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceUri } from './invoice.ts'
import { invoices, loadInvoice, type WithLines } from './invoice-store.ts'
import { renderInvoice } from './render-invoice.ts'

const SEND = { send: { from: ['issued'], to: 'issued' } } as const satisfies Moves<WithLines['status'], 'send'>

const resolveRecipients = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { partnerId }: WithLines,
  { to = [], cc = [], bcc = [] }: SendInvoiceInput,
): Promise<Recipient[]> => {
  if (to.length) return collectRecipients({ to, cc, bcc })
  const { billingContact } = await requirePartner(db, tenant, partnerId)
  if (!billingContact)
    throw invalid({ propertyPath: 'to', message: 'must have an address, since the partner has no billing contact' })
  return collectRecipients({ to: [billingContact.email], cc, bcc })
}

/** Sends an issued invoice with the change: nothing goes out unless it is written, and then until it is taken. */
export const sendInvoice = async (
  app: App,
  unit: Unit,
  id: Id,
  asked: SendInvoiceInput,
  log: Log,
): Promise<WithLines> => {
  const { channel = 'email', format = 'pdf', attachmentDocumentIds = [] } = asked
  const invoice = await loadInvoice(app.db, unit, id)
  move(SEND, 'invoice', invoice.status, 'send')
  unit.require(invoices, invoice)
  const subject = invoiceUri(id)
  const [recipients, named] = await Promise.all([
    resolveRecipients(app, unit.tenant, invoice, asked),
    requireAttachable(app, unit.tenant, attachmentDocumentIds, 'attachmentDocumentIds'),
  ])
  const needsOwn = channel === 'portal' || !named.length
  const own = needsOwn
    ? ((await ownDocument(app, unit.tenant, subject)) ??
      (await renderInvoice(app, unit, invoice, { includeDetails: true }, log)))
    : undefined
  const link = channel === 'portal' && own ? await linkTo(app, unit, own.id) : null
  const attached = named.length || !own || link ? named : [own]
  const [language = own] = named
  const { composeInvoiceMail: invoiceMail } = await import('./invoice-mail.ts')
  addMailing(unit, {
    subject,
    channel,
    format,
    recipients,
    documentIds: [...new Set([...(own ? [own.id] : []), ...named.map((each) => each.id)])],
    files: attached.map((each) => toFile(each, format)),
    mail: await invoiceMail(app, unit.tenant, invoice, own ?? language ?? { metadata: {} }, link),
  })
  return invoice
}

const linkTo = async (app: App, unit: Unit, documentId: Id) => {
  const days = await getSetting(app, unit.tenant, 'billing.portalLinkDays')
  return await createPortalLink(app, { tenant: unit.tenant, documentId }, days, unit.now)
}
