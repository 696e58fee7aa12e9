import type { Static } from 'typebox'
import type { PreviewTemplateInput } from '../../../schemas/notification/notification-template.ts'
import type { App } from '../../platform/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Texts } from './built-in.ts'
import { violationsOfTexts } from './check.ts'
import { choose, mannerOf } from './compose.ts'
import { canonicalLocale } from './locale.ts'
import { write } from './message.ts'
import { exampleValues } from './variables.ts'

const given = (texts: Partial<Texts>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

/** The message that the texts make of the topic's example; texts that are not given are those in use. */
export const preview = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  { notificationType: topic, channelType: channel, locale: wanted, ...rest }: Static<typeof PreviewTemplateInput>,
) => {
  const own = given(rest as Partial<Texts>)
  const violations = await violationsOfTexts(own, topic)
  if (violations.length) throw invalid(...violations)
  const { style, footer } = await mannerOf(app, tenant)
  const locale = canonicalLocale(wanted ?? style.locale) ?? 'en'
  const [inUse] = await choose(app, tenant, { topic, channel, locale })
  if (!inUse) throw new Error(`nothing is written for ${topic}`)
  const isOwn = 'subjectTemplate' in own && 'bodyTemplate' in own
  const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = inUse.texts
  const texts = { subjectTemplate, bodyTemplate, htmlBodyTemplate: isOwn ? null : htmlBodyTemplate, ...own } as Texts
  const values = exampleValues(topic, { appUrl: app.config.appUrl })
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
