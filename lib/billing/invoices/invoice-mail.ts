import type { App } from '../../platform/app.ts'
import { settingsOf } from '../../configuration/setting-of.ts'
import type { StoredDocument } from '../../document/document.ts'
import { filled, spokenIn } from '../../document/words/words.ts'
import type { Id } from '../../platform/id.ts'
import { findTenant } from '../../iam/tenant.ts'
import { date, money } from '../../platform/locale/formats.ts'
import type { Mailing } from '../../mailing/mailing.ts'
import { asParagraphs, escaped, mailPage } from '../../notification/templates/mail-page.ts'
import type { WithLines } from './invoice-store.ts'

const button = (url: string, text: string) =>
  `<p><a class="button" href="${escaped(url)}">${escaped(text)}</a></p>\n<p class="small"><a href="${escaped(url)}">${escaped(url)}</a></p>`

/** The mail that brings an invoice or the link to it, in the language of its document. */
export const invoiceMail = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  invoice: WithLines,
  { metadata }: Pick<StoredDocument, 'metadata'>,
  link: string | null,
): Promise<Mailing['mail']> => {
  const [settings, found] = await Promise.all([
    settingsOf({ db }, tenant, [
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
  const { locale, words } = spokenIn(metadata.locale ?? settings['general.locale'])
  const tag = locale.toString()
  const company = settings['general.companyName'] ?? found?.name ?? ''
  const title = [words.invoice, invoice.invoiceNumber].filter(Boolean).join(' ')
  const subject = [title, company].filter(Boolean).join(' – ')
  const request = filled(words.pleasePay, {
    amount: money(invoice.grandTotal, invoice.currencyCode, tag),
    date: date(invoice.dueDate, { locale: tag, zone: settings['general.timezone'] }),
  })
  const said = [filled(link ? words.linked : words.attached, { title }), invoice.grandTotal > 0 ? request : '']
  const footer = [company, settings['notifications.emailFooter']].filter(Boolean).join('\n')
  const text = [...said, link, footer].filter(Boolean).join('\n\n')
  const html = [
    asParagraphs(said.filter(Boolean).join('\n\n')),
    link ? button(link, words.open) : '',
    footer && `<div class="notes small">${asParagraphs(footer)}</div>`,
  ].join('\n')
  return {
    subject,
    text: `${text}\n`,
    html: mailPage({ subject, html, locale: tag }),
    senderName: settings['notifications.senderName'] ?? (company || null),
    replyTo: settings['notifications.replyTo'] ?? settings['general.contactEmail'],
  }
}
