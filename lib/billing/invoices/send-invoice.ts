import type { SendInvoiceInput } from '../../../schemas/billing/sending.ts'
import type { App } from '../../platform/app.ts'
import { settingOf } from '../../configuration/setting-of.ts'
import { asFile, attachableDocuments, ownDocument } from '../../document/attachable.ts'
import { portalLink } from '../../document/portal-link.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { addMailing } from '../../mailing/add-mailing.ts'
import { type Recipient, recipientsOf } from '../../mailing/mailing.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import { invalid } from '../../platform/problem.ts'
import { type Moves, move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceUri } from './invoice.ts'
import { invoices, loadInvoice, type WithLines } from './invoice-store.ts'
import { renderInvoice } from './render-invoice.ts'

const SEND = { send: { from: ['issued'], to: 'issued' } } as const satisfies Moves<WithLines['status'], 'send'>

const recipientsFor = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { partnerId }: WithLines,
  { to = [], cc = [], bcc = [] }: SendInvoiceInput,
): Promise<Recipient[]> => {
  if (to.length) return recipientsOf({ to, cc, bcc })
  const { billingContact } = await requirePartner(db, tenant, partnerId)
  if (!billingContact)
    throw invalid({ propertyPath: 'to', message: 'must have an address, since the partner has no billing contact' })
  return recipientsOf({ to: [billingContact.email], cc, bcc })
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
    recipientsFor(app, unit.tenant, invoice, asked),
    attachableDocuments(app, unit.tenant, attachmentDocumentIds, 'attachmentDocumentIds'),
  ])
  const needsOwn = channel === 'portal' || !named.length
  const own = needsOwn
    ? ((await ownDocument(app, unit.tenant, subject)) ??
      (await renderInvoice(app, unit, invoice, { includeDetails: true }, log)))
    : undefined
  const link = channel === 'portal' && own ? await linkTo(app, unit, own.id) : null
  const attached = named.length || !own || link ? named : [own]
  const [language = own] = named
  const { invoiceMail } = await import('./invoice-mail.ts')
  addMailing(unit, {
    subject,
    channel,
    format,
    recipients,
    documentIds: [...new Set([...(own ? [own.id] : []), ...named.map((each) => each.id)])],
    files: attached.map((each) => asFile(each, format)),
    mail: await invoiceMail(app, unit.tenant, invoice, own ?? language ?? { metadata: {} }, link),
  })
  return invoice
}

const linkTo = async (app: App, unit: Unit, documentId: Id) => {
  const days = await settingOf(app, unit.tenant, 'billing.portalLinkDays')
  return await portalLink(app, { tenant: unit.tenant, documentId }, days, unit.now)
}
