import type { TemplateSource, UsedTemplate } from '../../../schemas/notification/message.ts'
import type { MessageForm } from '../../../schemas/notification/notification-template.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { buildMailedTokenContext } from '../../iam/accounts/email-token.ts'
import { findAccountLocale } from '../../iam/accounts/find-account-locale.ts'
import type { App } from '../../platform/app/app.ts'
import { warmReads } from '../../platform/app/warm-reads.ts'
import { type EventReference, findEvents } from '../../platform/events/outbox/find-events.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Style } from '../../platform/locale/formats.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { NOTIFICATION_SETTINGS } from '../notification-settings.ts'
import { Undeliverable } from '../undeliverable.ts'
import { findBuiltInTexts, type Texts } from './built-in/find-built-in-texts.ts'
import { chooseLanguageCode } from './built-in/load-language.ts'
import { buildDigestValues } from './digest-variables.ts'
import { listFallbackLocales } from './locale.ts'
import { TemplateFlawed } from './template-flawed.ts'
import { findFittingTemplates } from './template-store.ts'
import { buildValues } from './template-variables.ts'
import { type Message, writeMessage } from './write-message.ts'

/** Several events that become one message. */
export interface Digest {
  /** Number of events, of which only the first are named. */
  count: number
  events: readonly EventReference[]
}

/** A tenant's settings for its messages. */
export interface MessageSettings {
  style: Style
  /** Text at the end of every mail. */
  footer: string | null
  /** Display name of the sender address. */
  senderName: string | null
  replyTo: string | null
}

const PLATFORM_SETTINGS: MessageSettings = {
  style: { locale: 'en', zone: 'UTC' },
  footer: null,
  senderName: null,
  replyTo: null,
}

export const readMessageSettings = async (app: Pick<App, 'db'>, tenant: Id | null): Promise<MessageSettings> => {
  if (!tenant) return PLATFORM_SETTINGS
  const settings = await getSettings(app, tenant, [
    NOTIFICATION_SETTINGS.defaultLocale,
    NOTIFICATION_SETTINGS.emailFooter,
    NOTIFICATION_SETTINGS.senderName,
    NOTIFICATION_SETTINGS.replyTo,
    GENERAL_SETTINGS.locale,
    GENERAL_SETTINGS.timezone,
  ])
  const locale = settings['notifications.defaultLocale'] ?? settings['general.locale']
  return {
    style: { locale, zone: settings['general.timezone'] },
    footer: settings['notifications.emailFooter'],
    senderName: settings['notifications.senderName'],
    replyTo: settings['notifications.replyTo'],
  }
}

/** Messages of no tenant are about the account of their recipient, and in its language. */
const readOwnSettings = async (app: Pick<App, 'db'>, recipient: Id | null): Promise<MessageSettings> => {
  const locale = recipient && (await findAccountLocale(app, recipient))
  return locale ? { ...PLATFORM_SETTINGS, style: { ...PLATFORM_SETTINGS.style, locale } } : PLATFORM_SETTINGS
}

/** Reads the settings ahead of a message about something that happened at `since`. */
export const warmMessageSettings = async (app: App, tenant: Id | null, since: Date): Promise<void> => {
  await readMessageSettings({ db: warmReads(app, app.db, since) }, tenant)
}

export interface ChosenTexts {
  source: TemplateSource
  /** Id of the stored template; null for built-in texts. */
  id: Id | null
  texts: Texts
  /** Locale of the texts, in which dates and amounts are formatted. */
  locale: string
}

/** Texts in `de` wanted in `de_AT` are formatted in `de_AT`. */
const chooseClosest = (available: string, [wanted = available]: readonly string[]) =>
  wanted.startsWith(`${available}_`) ? wanted : available

/** Lists the candidate texts, best match first; empty if there are none. */
export const chooseTexts = async (
  { db }: Pick<App, 'db'>,
  tenant: Id | null,
  {
    topic,
    channel,
    locale,
    form = 'single',
  }: { topic: TopicName; channel: Channel; locale: string; form?: MessageForm },
): Promise<ChosenTexts[]> => {
  const locales = listFallbackLocales(locale)
  const language = chooseLanguageCode(locales)
  const [stored, own] = await Promise.all([
    findFittingTemplates(db, tenant, locales, { notificationType: topic, channelType: channel, form }),
    findBuiltInTexts(topic, channel, { language, form }),
  ])
  return [
    ...stored.map(
      (template): ChosenTexts => ({
        source: template.tenantId ? 'tenant' : 'platform',
        id: template.id,
        texts: template,
        locale: chooseClosest(template.locale, locales),
      }),
    ),
    ...(own ? [{ source: 'built_in' as const, id: null, texts: own, locale: chooseClosest(language, locales) }] : []),
  ]
}

/** Channels that reach the recipient alone, and so may carry a token. */
const TOKEN_CHANNELS: readonly Channel[] = ['email', 'sms']

const openToken = async ({ vault }: Pick<App, 'vault'>, { data }: Occurred, channel: Channel, recipient: Id | null) =>
  recipient && 'sealedToken' in data && data.sealedToken && TOKEN_CHANNELS.includes(channel)
    ? await vault.open(data.sealedToken, buildMailedTokenContext(recipient))
    : null

const readValues = async (
  app: Pick<App, 'vault' | 'config'>,
  event: Occurred,
  channel: Channel,
  recipient: Id | null,
) => {
  const token = await openToken(app, event, channel, recipient)
  const { appUrl, publicUrl } = app.config
  return () => buildValues(event, { appUrl, publicUrl, token })
}

/** The events are read only now, so that what was erased from them meanwhile is in no digest. */
const readDigestValues = async ({ db, config }: Pick<App, 'db' | 'config'>, tenant: Id | null, digest: Digest) => {
  const events = await findEvents(db, tenant, digest.events)
  return () => buildDigestValues(events, digest.count, config)
}

/**
 * Renders the message for a recipient. If a stored template cannot be rendered, uses the next best one, so that a
 * mistake in a template never prevents a message. `recipient` is null for a text that is the same for all recipients.
 */
export const composeMessage = async (
  app: App,
  event: Occurred,
  { channel, recipient, digest }: { channel: Channel; recipient: Id | null; digest?: Digest },
  log: Log,
): Promise<Message & Pick<MessageSettings, 'senderName' | 'replyTo'> & { template: UsedTemplate }> => {
  const { topic } = event
  // Messages share the texts and settings, which are never older than the event.
  const db = warmReads(app, app.db, new Date(event.occurredAt))
  const { style, footer, senderName, replyTo } = event.tenant
    ? await readMessageSettings({ db }, event.tenant)
    : await readOwnSettings(app, recipient)
  const form = digest ? 'digest' : 'single'
  const [chosen, build] = await Promise.all([
    chooseTexts({ db }, event.tenant, { topic, channel, locale: style.locale, form }),
    digest ? readDigestValues(app, event.tenant, digest) : readValues(app, event, channel, recipient),
  ])
  for (const { source, id, texts, locale } of chosen)
    try {
      const values = build()
      return {
        ...(await writeMessage(texts, channel, { values, style: { ...style, locale }, footer })),
        senderName,
        replyTo,
        template: { source, id, locale },
      }
    } catch (error) {
      if (!(error instanceof TemplateFlawed)) throw error
      log.warn('notification.template.flawed', { topic, channel, source, locale, reason: error.message })
    }
  throw new Undeliverable('NO_TEMPLATE')
}
