import type { Static } from 'typebox'
import type { PreviewTemplateInput } from '../../../schemas/notification/notification-template.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Texts } from './built-in.ts'
import { findTextViolations } from './check.ts'
import { choose, readManner } from './compose.ts'
import { canonicalizeLocale } from './locale.ts'
import { write } from './message.ts'
import { buildExampleValues } from './variables.ts'

const pickGiven = (texts: Partial<Texts>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

/** The message that the texts make of the topic's example; texts that are not given are those in use. */
export const preview = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  { notificationType: topic, channelType: channel, locale: wanted, ...rest }: Static<typeof PreviewTemplateInput>,
) => {
  const own = pickGiven(rest as Partial<Texts>)
  const violations = await findTextViolations(own, topic)
  if (violations.length) throw invalid(...violations)
  const { style, footer } = await readManner(app, tenant)
  const locale = canonicalizeLocale(wanted ?? style.locale) ?? 'en'
  const [inUse] = await choose(app, tenant, { topic, channel, locale })
  if (!inUse) throw new Error(`nothing is written for ${topic}`)
  const isOwn = 'subjectTemplate' in own && 'bodyTemplate' in own
  const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = inUse.texts
  const texts = { subjectTemplate, bodyTemplate, htmlBodyTemplate: isOwn ? null : htmlBodyTemplate, ...own } as Texts
  const values = buildExampleValues(topic, { appUrl: app.config.appUrl })
  const written = { values, style: { ...style, locale: isOwn ? locale : inUse.locale }, footer }
  const { subject, body, html } = await write(texts, channel, written).catch((error) => {
    if ((error as Error).name !== 'TemplateFlawed') throw error
    throw invalid({ propertyPath: 'bodyTemplate', message: (error as Error).message })
  })
  return {
    id: 'preview' as const,
    notificationType: topic,
    channelType: channel,
    locale: written.style.locale,
    source: isOwn ? ('given' as const) : inUse.source,
    ...texts,
    variables: values,
    subject,
    body,
    htmlBody: html,
  }
}
