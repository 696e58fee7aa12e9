import type { TSchema } from 'typebox'
import type { MessageForm } from '../../../schemas/notification/notification-template.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Texts } from './built-in/find-built-in-texts.ts'
import { buildDigestExampleValues, DIGEST_VARIABLES } from './digest-variables.ts'
import type { Form } from './liquid.ts'
import type { Flaw } from './template-flawed.ts'
import { buildExampleValues, listTemplateVariables } from './template-variables.ts'

const FORMS: Record<keyof Texts, Form> = { subjectTemplate: 'text', bodyTemplate: 'text', htmlBodyTemplate: 'html' }

const STYLE = { locale: 'en', zone: 'UTC' }

const findVariableFlaw = (
  known: Readonly<Record<string, TSchema>>,
  [name, member]: readonly unknown[],
): string | undefined => {
  if (typeof name !== 'string' || !Object.hasOwn(known, name))
    return `unknown variable ${name}; known are ${Object.keys(known).join(', ')}`
  return member === undefined || member === 'size' ? undefined : `${name} has no ${member}`
}

const listExamples = (topic: TopicName, messageForm: MessageForm, hasToken: boolean) => {
  if (messageForm === 'digest') return [buildDigestExampleValues(topic)]
  return (hasToken ? ['token-from-the-mail', null] : [null]).map((token) => buildExampleValues(topic, { token }))
}

const findFlaws = async (
  source: string,
  form: Form,
  topic: TopicName,
  messageForm: MessageForm,
): Promise<readonly Flaw[]> => {
  const { toTemplateFlawed: toFlaw, render, listVariables } = await import('./liquid.ts')
  try {
    const known = messageForm === 'digest' ? DIGEST_VARIABLES : listTemplateVariables(topic)
    const unknown = listVariables(source, form).flatMap(({ segments, location: { row, col } }) => {
      const message = findVariableFlaw(known, segments)
      return message === undefined ? [] : [{ line: row, column: col, message }]
    })
    if (unknown.length) return unknown
    for (const values of listExamples(topic, messageForm, 'token' in known))
      render(source, { form, values, style: STYLE, strict: true })
    return []
  } catch (error) {
    return toFlaw(error).flaws
  }
}

/** A template may have thousands of flaws; the message lists only the first ones. */
const MAX_FLAWS = 20

const joinFlaws = (flaws: readonly Flaw[]): string => {
  const listed = flaws
    .slice(0, MAX_FLAWS)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
  const remaining = flaws.length - listed.length
  return [...listed, ...(remaining > 0 ? [`and ${remaining} more`] : [])].join('; ')
}

/** Checks the texts against the topic; each violation gives the field, line and column. */
export const findTextViolations = async (
  texts: Partial<Texts>,
  topic: TopicName,
  messageForm: MessageForm = 'single',
): Promise<Violation[]> => {
  const all = Object.entries(texts).map(async ([field, source]): Promise<Violation[]> => {
    if (source === null || source === undefined) return []
    const flaws = await findFlaws(source, FORMS[field as keyof Texts], topic, messageForm)
    return flaws.length ? [{ propertyPath: field, message: joinFlaws(flaws) }] : []
  })
  return (await Promise.all(all)).flat()
}
