import { resolveLanguage, type Words } from '../../../document/words/words.ts'
import { findTenant } from '../../../iam/tenant.ts'
import { renderMailLogo } from '../../../mailing/find-mail-logo.ts'
import type { AttachedFile, ComposedMail } from '../../../mailing/mailing.ts'
import { NOTIFICATION_SETTINGS } from '../../../notification/notification-settings.ts'
import { renderMailPage, toParagraphs } from '../../../notification/templates/mail-page.ts'
import type { App } from '../../../platform/app/app.ts'
import { escapeAttribute, escapeText } from '../../../platform/html.ts'
import type { Id } from '../../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSettings } from '../../../platform/settings/get-settings.ts'

/** The language of a mail, with the tags that amounts and dates need. */
export interface MailLanguage {
  words: Words
  tag: string
  zone: string
}

interface MailContent {
  title: string
  paragraphs: readonly string[]
}

interface Options {
  /** Locale of the recipient; the tenant's if there is none. */
  locale: string | null | undefined
  link?: string | null
  logo: AttachedFile | undefined
  write: (language: MailLanguage) => MailContent
}

const renderButton = (url: string, text: string) =>
  `<p><a class="button" href="${escapeAttribute(url)}">${escapeText(text)}</a></p>\n<p class="small"><a href="${escapeAttribute(url)}">${escapeText(url)}</a></p>`

/** Composes a mail of the tenant to a partner, with the tenant's name, sender and footer. */
export const composeMail = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { locale: wanted, link = null, logo, write }: Options,
): Promise<ComposedMail> => {
  const [settings, found] = await Promise.all([
    getSettings({ db }, tenant, [
      GENERAL_SETTINGS.companyName,
      GENERAL_SETTINGS.contactEmail,
      GENERAL_SETTINGS.timezone,
      GENERAL_SETTINGS.locale,
      NOTIFICATION_SETTINGS.senderName,
      NOTIFICATION_SETTINGS.replyTo,
      NOTIFICATION_SETTINGS.emailFooter,
    ]),
    findTenant(db, tenant),
  ])
  const { locale, words } = resolveLanguage(wanted ?? settings['general.locale'])
  const tag = locale.toString()
  const company = settings['general.companyName'] ?? found?.name ?? ''
  const { title, paragraphs } = write({ words, tag, zone: settings['general.timezone'] })
  const subject = [title, company].filter(Boolean).join(' – ')
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
