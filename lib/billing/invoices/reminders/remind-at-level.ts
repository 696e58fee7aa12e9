import type { SentReminder } from '../../../../schemas/billing/sending/reminder.ts'
import { findFinalDocument, toFile } from '../../../document/documents/require-attachable.ts'
import { addMailing } from '../../../mailing/add-mailing.ts'
import { findMailLogo } from '../../../mailing/find-mail-logo.ts'
import { collectRecipients } from '../../../mailing/mailing.ts'
import { requirePartner } from '../../../partner/require-partner.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Log } from '../../../platform/log.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import type { BillingSettings } from '../../billing-settings.ts'
import { invoiceUri, type StoredInvoice } from '../invoice.ts'
import { listToldOrders } from '../invoice-event.ts'
import { readInvoiceLines } from '../invoice-store.ts'
import { toHybridFile } from '../sending/to-hybrid-file.ts'
import { renderOpenItemsBeside } from './render-open-items-beside.ts'

/** Finds the document that was sent, or renders it if nobody did before. */
const findOrRender = async (app: App, unit: Unit, invoice: StoredInvoice, log: Log) => {
  const found = await findFinalDocument(app, unit.tenant, invoiceUri(invoice.id))
  if (found) return found
  const [{ renderInvoice }, { lines }] = await Promise.all([
    import('../sending/render-invoice.ts'),
    readInvoiceLines(app.db, unit.tenant, invoice.id),
  ])
  return await renderInvoice(app, unit, { ...invoice, lineItems: lines }, { includeDetails: true }, log)
}

/**
 * Sends the invoice's next level: the mail belongs to the unit that records the level, so that each is sent once. A partner
 * without a billing contact gets no mail and owes no fee; the level is recorded, and its event notifies the members.
 */
export const remindAtLevel = async (
  app: App,
  unit: Unit,
  invoice: StoredInvoice,
  settings: BillingSettings,
  log: Log,
): Promise<SentReminder> => {
  const { reminders, partnerId } = invoice
  const level = reminders.length + 1
  const sentAt = unit.now.toISOString()
  const { billingContact } = await requirePartner(app.db, unit.tenant, partnerId)
  if (!billingContact) return { level, sentAt, fee: 0, sendingId: null }
  const { fee = 0, text } = settings['billing.reminderLevels'][reminders.length] ?? {}
  const [document, { lines }, logo, { composeReminderMail }] = await Promise.all([
    findOrRender(app, unit, invoice, log),
    readInvoiceLines(app.db, unit.tenant, invoice.id),
    findMailLogo(app.db, unit.tenant),
    import('./compose-reminder-mail.ts'),
  ])
  const openItems = await renderOpenItemsBeside(app, unit, invoice, document, log)
  const sendingId = addMailing(unit, {
    subject: invoiceUri(invoice.id),
    channel: 'email',
    format: 'pdf',
    orderIds: listToldOrders(lines),
    recipients: collectRecipients({ to: [billingContact.email], cc: [], bcc: [] }),
    documentIds: [document.id, ...(openItems ? [openItems.id] : [])],
    files: [
      await toHybridFile(app, unit, { ...invoice, lineItems: lines }, document, log),
      ...(openItems ? [toFile(openItems, 'pdf')] : []),
      ...(logo ? [logo] : []),
    ],
    mail: await composeReminderMail(
      app,
      unit.tenant,
      invoice,
      { level, fee, text, hasOpenItems: !!openItems },
      document,
      logo,
    ),
  })
  return { level, sentAt, fee, sendingId }
}
