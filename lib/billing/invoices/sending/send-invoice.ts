import type { SendInvoiceInput } from '../../../../schemas/billing/sending/sending.ts'
import { listAttachments } from '../../../document/attachments/list-attachments.ts'
import { listFittingFiles } from '../../../document/attachments/list-fitting-files.ts'
import { findFinalDocument, requireAttachable, toFile } from '../../../document/documents/require-attachable.ts'
import { createPortalLink } from '../../../document/portal/portal-link.ts'
import { addMailing } from '../../../mailing/add-mailing.ts'
import { findMailLogo } from '../../../mailing/find-mail-logo.ts'
import { collectRecipients, type Recipient } from '../../../mailing/mailing.ts'
import { requirePartner } from '../../../partner/require-partner.ts'
import type { App } from '../../../platform/app/app.ts'
import type { SignedIn } from '../../../platform/http/call.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { type Moves, move } from '../../../platform/moves.ts'
import { invalid } from '../../../platform/problem.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { PORTAL_SETTINGS } from '../../settings/portal-settings.ts'
import { invoiceUri } from '../invoice.ts'
import { listToldOrders } from '../invoice-event.ts'
import { type InvoiceWithLines, invoices, loadInvoice } from '../invoice-store.ts'
import { renderInvoice } from './render-invoice.ts'
import { toHybridFile } from './to-hybrid-file.ts'

const SEND = { send: { from: ['issued'], to: 'issued' } } as const satisfies Moves<InvoiceWithLines['status'], 'send'>

const resolveRecipients = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { partnerId }: InvoiceWithLines,
  { to = [], cc = [], bcc = [] }: SendInvoiceInput,
): Promise<Recipient[]> => {
  if (to.length) return collectRecipients({ to, cc, bcc })
  const { billingContact } = await requirePartner(db, tenant, partnerId)
  if (!billingContact)
    throw invalid({
      propertyPath: 'to',
      message: 'must have at least one address, because the partner has no billing contact',
    })
  return collectRecipients({ to: [billingContact.email], cc, bcc })
}

/** Adds the mailing to the unit, so that nothing is sent unless the unit commits. */
export const sendInvoice = async (
  app: App,
  unit: Unit,
  { scopes }: Pick<SignedIn, 'scopes'>,
  id: Id,
  given: SendInvoiceInput,
  log: Log,
): Promise<InvoiceWithLines> => {
  const { channel = 'email', format = 'pdf', attachmentDocumentIds = [] } = given
  const invoice = await loadInvoice(app.db, unit, id)
  move(SEND, 'invoice', invoice.status, 'send')
  unit.require(invoices, invoice)
  const subject = invoiceUri(id)
  const [recipients, named] = await Promise.all([
    resolveRecipients(app, unit.tenant, invoice, given),
    requireAttachable(app, { tenant: unit.tenant, scopes }, attachmentDocumentIds, 'attachmentDocumentIds'),
  ])
  const needsOwn = channel === 'portal' || !named.length
  const own = needsOwn
    ? ((await findFinalDocument(app, unit.tenant, subject)) ??
      (await renderInvoice(app, unit, invoice, { includeDetails: true }, log)))
    : undefined
  const link = channel === 'portal' && own ? await createLink(app, unit, own.id) : null
  const attached = named.length || !own || link ? named : [own]
  const extra = link ? [] : listFittingFiles(await listAttachments(app.db, unit.tenant, subject), attached)
  const files = await Promise.all(
    attached.map((each) =>
      each === own && format === 'pdf' ? toHybridFile(app, unit, invoice, own, log) : toFile(each, format),
    ),
  )
  const [language = own] = named
  const [{ composeInvoiceMail }, logo] = await Promise.all([
    import('./compose-invoice-mail.ts'),
    findMailLogo(app.db, unit.tenant),
  ])
  addMailing(unit, {
    subject,
    channel,
    format,
    recipients,
    orderIds: listToldOrders(invoice.lineItems),
    documentIds: [...new Set([...(own ? [own.id] : []), ...named.map((each) => each.id)])],
    files: [...files, ...extra, ...(logo ? [logo] : [])],
    mail: await composeInvoiceMail(app, unit.tenant, invoice, own ?? language ?? { metadata: {} }, { link, logo }),
  })
  return invoice
}

const createLink = async (app: App, unit: Unit, documentId: Id) => {
  const days = await getSetting(app, unit.tenant, PORTAL_SETTINGS.portalLinkDays)
  return await createPortalLink(app, { tenant: unit.tenant, documentId }, days, unit.now)
}
