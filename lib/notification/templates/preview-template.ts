import type { Static } from 'typebox'
import type { PreviewTemplateInput } from '../../../schemas/notification/notification-template.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Texts } from './built-in/find-built-in-texts.ts'
import { NO_DIGEST } from './change-template.ts'
import { chooseTexts, readMessageSettings } from './compose-message.ts'
import { buildDigestExampleValues } from './digest-variables.ts'
import { findTextViolations } from './find-text-violations.ts'
import { canonicalizeLocale } from './locale.ts'
import { TemplateFlawed } from './template-flawed.ts'
import { buildExampleValues } from './template-variables.ts'
import { writeMessage } from './write-message.ts'

const pickGiven = (texts: Partial<Texts>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

/** Renders the topic's example with the given texts; uses the current texts for those that are missing. */
export const previewTemplate = async (
  app: Pick<App, 'db' | 'config'>,
  tenant: Id,
  {
    notificationType: topic,
    channelType: channel,
    locale: wanted,
    form = 'single',
    ...rest
  }: Static<typeof PreviewTemplateInput>,
) => {
  const own = pickGiven(rest)
  const violations = await findTextViolations(own, topic, form)
  if (violations.length) throw invalid(...violations)
  const { style, footer } = await readMessageSettings(app, tenant)
  const locale = canonicalizeLocale(wanted ?? style.locale) ?? 'en'
  const [inUse] = await chooseTexts(app, tenant, { topic, channel, locale, form })
  if (!inUse) throw invalid(NO_DIGEST)
  const isOwn = 'subjectTemplate' in own && 'bodyTemplate' in own
  const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = inUse.texts
  const texts: Texts = { subjectTemplate, bodyTemplate, htmlBodyTemplate: isOwn ? null : htmlBodyTemplate, ...own }
  const { appUrl, publicUrl } = app.config
  const values =
    form === 'digest'
      ? buildDigestExampleValues(topic, { appUrl, publicUrl })
      : buildExampleValues(topic, { appUrl, publicUrl })
  const written = { values, style: { ...style, locale: isOwn ? locale : inUse.locale }, footer }
  const { subject, body, html } = await writeMessage(texts, channel, written).catch((error) => {
    if (!(error instanceof TemplateFlawed)) throw error
    throw invalid({ propertyPath: 'bodyTemplate', message: error.message })
  })
  return {
    id: 'preview' as const,
    notificationType: topic,
    channelType: channel,
    locale: written.style.locale,
    form,
    source: isOwn ? ('given' as const) : inUse.source,
    ...texts,
    variables: values,
    subject,
    body,
    htmlBody: html,
  }
}
