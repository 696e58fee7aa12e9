import type { StoredDocument } from '../../../document/documents/document.ts'
import { fillLabel } from '../../../document/words/words.ts'
import type { AttachedFile, ComposedMail } from '../../../mailing/mailing.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { formatDate, formatMoney } from '../../../platform/locale/formats.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'
import { composeMail } from './compose-mail.ts'

/** Composes the mail for an attached invoice, or for a link to it, in the language of its document. */
export const composeInvoiceMail = (
  app: Pick<App, 'db'>,
  tenant: Id,
  { invoiceNumber, grandTotal, currencyCode, dueDate }: InvoiceWithLines,
  { metadata }: Pick<StoredDocument, 'metadata'>,
  { link, logo }: { link: string | null; logo: AttachedFile | undefined },
): Promise<ComposedMail> =>
  composeMail(app, tenant, {
    locale: metadata.locale,
    link,
    logo,
    write({ words, tag, zone }) {
      const title = [words.invoice, invoiceNumber].filter(Boolean).join(' ')
      const request = fillLabel(words.pleasePay, {
        amount: formatMoney(grandTotal, currencyCode, tag),
        date: formatDate(dueDate, { locale: tag, zone }),
      })
      return {
        title,
        paragraphs: [fillLabel(link ? words.linked : words.attached, { title }), grandTotal > 0 ? request : ''],
      }
    },
  })
