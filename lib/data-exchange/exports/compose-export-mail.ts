import { getSettings } from '../../configuration/get-settings.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { ComposedMail } from '../../mailing/mailing.ts'
import { renderMailPage, toParagraphs } from '../../notification/templates/mail-page.ts'
import type { App } from '../../platform/app/app.ts'
import { escapeAttribute } from '../../platform/html.ts'
import type { Id } from '../../platform/id.ts'
import { EXPORT_DAYS, type StoredExport } from './export.ts'

/** Composes the mail with the link to a file. */
export const composeExportMail = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { filename, rowCount }: StoredExport,
  link: string,
): Promise<ComposedMail> => {
  const [settings, found] = await Promise.all([
    getSettings({ db }, tenant, ['general.companyName', 'notifications.senderName', 'notifications.replyTo']),
    findTenant(db, tenant),
  ])
  const company = settings['general.companyName'] ?? found?.name ?? null
  const subject = `Your export ${filename} is ready`
  const rows = rowCount === 1 ? '1 row' : `${rowCount.toLocaleString('en')} rows`
  const paragraphs = [
    `The file ${filename} has ${rows}. You can download it for ${EXPORT_DAYS} days, as long as you may read its content.`,
    'Do not forward this message: whoever has the link can download the file.',
  ].join('\n\n')
  const url = escapeAttribute(link)
  return {
    subject,
    text: `${paragraphs}\n\n${link}\n`,
    html: renderMailPage({
      subject,
      html: `${toParagraphs(paragraphs)}\n<p><a class="button" href="${url}">Download</a></p>\n<p class="small"><a href="${url}">${url}</a></p>`,
      locale: 'en',
    }),
    senderName: settings['notifications.senderName'] ?? company,
    replyTo: settings['notifications.replyTo'],
  }
}
