import { fillLabel, resolveLanguage } from '../../document/words/words.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { ComposedMail } from '../../mailing/mailing.ts'
import { NOTIFICATION_SETTINGS } from '../../notification/notification-settings.ts'
import { renderMailPage, toParagraphs } from '../../notification/templates/mail-page.ts'
import type { App } from '../../platform/app/app.ts'
import { escapeAttribute, escapeText } from '../../platform/html.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { EXPORT_DAYS, type StoredExport } from './export.ts'

/** Composes the mail with the link to a file, in the language in which the tenant writes to its members. */
export const composeExportMail = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { filename, rowCount }: StoredExport,
  link: string,
): Promise<ComposedMail> => {
  const [settings, found] = await Promise.all([
    getSettings({ db }, tenant, [
      GENERAL_SETTINGS.companyName,
      GENERAL_SETTINGS.locale,
      NOTIFICATION_SETTINGS.defaultLocale,
      NOTIFICATION_SETTINGS.senderName,
      NOTIFICATION_SETTINGS.replyTo,
    ]),
    findTenant(db, tenant),
  ])
  const { locale, words } = resolveLanguage(settings['notifications.defaultLocale'] ?? settings['general.locale'])
  const tag = locale.toString()
  const values = { filename, count: rowCount.toLocaleString(tag), days: EXPORT_DAYS.toLocaleString(tag) }
  const company = settings['general.companyName'] ?? found?.name ?? null
  const subject = fillLabel(words.exportReady, values)
  const paragraphs = [fillLabel(words.exportRows, values), words.exportLink].join('\n\n')
  const url = escapeAttribute(link)
  return {
    subject,
    text: `${paragraphs}\n\n${link}\n`,
    html: renderMailPage({
      subject,
      html: `${toParagraphs(paragraphs)}\n<p><a class="button" href="${url}">${escapeText(words.exportDownload)}</a></p>\n<p class="small"><a href="${url}">${url}</a></p>`,
      locale: tag,
    }),
    senderName: settings['notifications.senderName'] ?? company,
    replyTo: settings['notifications.replyTo'],
  }
}
