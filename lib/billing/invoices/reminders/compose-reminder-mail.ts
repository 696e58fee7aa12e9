import type { StoredDocument } from '../../../document/documents/document.ts'
import { fillLabel } from '../../../document/words/words.ts'
import type { AttachedFile, ComposedMail } from '../../../mailing/mailing.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { formatDate, formatMoney } from '../../../platform/locale/formats.ts'
import { computeOwedAmount, type StoredInvoice, sumReminderFees } from '../invoice.ts'
import { composeMail } from '../sending/compose-mail.ts'

interface Reminder {
  level: number
  fee: number
  /** The tenant's own text, which may contain {invoiceNumber}, {amount}, {dueDate}, {fee} and {total}. */
  text: string | undefined
  /** True if the open items of the partner are attached. */
  hasOpenItems: boolean
}

/** Composes the mail of a level in the language of the attached document. It names the fee and what is to pay in all. */
export const composeReminderMail = (
  app: Pick<App, 'db'>,
  tenant: Id,
  invoice: StoredInvoice,
  { level, fee, text, hasOpenItems }: Reminder,
  { metadata }: Pick<StoredDocument, 'metadata'>,
  logo: AttachedFile | undefined,
): Promise<ComposedMail> =>
  composeMail(app, tenant, {
    locale: metadata.locale,
    logo,
    write({ words, tag, zone }) {
      const { invoiceNumber, currencyCode } = invoice
      const open = computeOwedAmount(invoice)
      const formatAmount = (amount: number) => formatMoney(amount, currencyCode, tag)
      const values = {
        invoiceNumber: invoiceNumber ?? '',
        amount: formatAmount(open),
        dueDate: formatDate(invoice.dueDate, { locale: tag, zone }),
        fee: formatAmount(fee),
        total: formatAmount(open + sumReminderFees(invoice) + fee),
      }
      const name = [words.invoice, invoiceNumber].filter(Boolean).join(' ')
      const label = level === 1 ? words.paymentReminder : words.paymentReminderAt
      const title = [fillLabel(label, { level: String(level) }), name].join(': ')
      return {
        title,
        paragraphs: [
          text ? fillLabel(text, values) : '',
          fillLabel(words.stillOpen, { title: name, date: values.dueDate, amount: values.amount }),
          fee ? fillLabel(words.reminderFee, values) : '',
          fillLabel(words.payNow, { amount: values.total }),
          hasOpenItems ? fillLabel(words.attached, { title: words.open_items }) : '',
          words.ignoreIfPaid,
        ].filter(Boolean),
      }
    },
  })
