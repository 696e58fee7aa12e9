import { getSettings } from '../../../configuration/get-settings.ts'
import type { StoredDocument } from '../../../document/documents/document.ts'
import { fillLabel, resolveLanguage } from '../../../document/words/words.ts'
import { findTenant } from '../../../iam/tenant.ts'
import { renderMailLogo } from '../../../mailing/find-mail-logo.ts'
import type { AttachedFile, Mailing } from '../../../mailing/mailing.ts'
import { renderMailPage, toParagraphs } from '../../../notification/templates/mail-page.ts'
import type { App } from '../../../platform/app/app.ts'
import { escapeAttribute, escapeText } from '../../../platform/html.ts'
import type { Id } from '../../../platform/id.ts'
import { formatDate, formatMoney } from '../../../platform/locale/formats.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'

const renderButton = (url: string, text: string) =>
  `<p><a class="button" href="${escapeAttribute(url)}">${escapeText(text)}</a></p>\n<p class="small"><a href="${escapeAttribute(url)}">${escapeText(url)}</a></p>`

/** Composes the mail for an attached invoice, or for a link to it, in the language of its document. */
export const composeInvoiceMail = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  invoice: InvoiceWithLines,
  { metadata }: Pick<StoredDocument, 'metadata'>,
  { link, logo }: { link: string | null; logo: AttachedFile | undefined },
): Promise<Mailing['mail']> => {
  const [settings, found] = await Promise.all([
    getSettings({ db }, tenant, [
      'general.companyName',
      'general.contactEmail',
      'general.timezone',
      'general.locale',
      'notifications.senderName',
      'notifications.replyTo',
      'notifications.emailFooter',
    ]),
    findTenant(db, tenant),
  ])
  const { locale, words } = resolveLanguage(metadata.locale ?? settings['general.locale'])
  const tag = locale.toString()
  const company = settings['general.companyName'] ?? found?.name ?? ''
  const title = [words.invoice, invoice.invoiceNumber].filter(Boolean).join(' ')
  const subject = [title, company].filter(Boolean).join(' – ')
  const request = fillLabel(words.pleasePay, {
    amount: formatMoney(invoice.grandTotal, invoice.currencyCode, tag),
    date: formatDate(invoice.dueDate, { locale: tag, zone: settings['general.timezone'] }),
  })
  const paragraphs = [fillLabel(link ? words.linked : words.attached, { title }), invoice.grandTotal > 0 ? request : '']
  const footer = [company, settings['notifications.emailFooter']].filter(Boolean).join('\n')
  const text = [...paragraphs, link, footer].filter(Boolean).join('\n\n')
  const html = [
    logo ? renderMailLogo(logo, company) : '',
    toParagraphs(paragraphs.filter(Boolean).join('\n\n')),
    link ? renderButton(link, words.open) : '',
    footer && `<div class="notes small">${toParagraphs(footer)}</div>`,
  ].join('\n')
  return {
    subject,
    text: `${text}\n`,
    html: renderMailPage({ subject, html, locale: tag }),
    senderName: settings['notifications.senderName'] ?? (company || null),
    replyTo: settings['notifications.replyTo'] ?? settings['general.contactEmail'],
  }
}
