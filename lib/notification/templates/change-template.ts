import type { CreateTemplateInput, UpdateTemplateInput } from '../../../schemas/notification/notification-template.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { canGather } from '../windows/can-gather.ts'
import { findTextViolations } from './find-text-violations.ts'
import { canonicalizeLocale } from './locale.ts'
import { type StoredTemplate, templates } from './template-store.ts'

/** Violation of a template for digests that are never sent. */
export const NO_DIGEST = {
  propertyPath: 'form',
  message: 'must be single: messages of this topic by this channel are never gathered',
}

export const addTemplate = async (unit: Unit, tenant: Id, given: CreateTemplateInput): Promise<StoredTemplate> => {
  const { notificationType, channelType, form = 'single', htmlBodyTemplate = null, tenantId } = given
  const { subjectTemplate, bodyTemplate } = given
  const texts = { subjectTemplate, bodyTemplate, htmlBodyTemplate }
  if (form === 'digest' && !canGather(notificationType, channelType)) throw invalid(NO_DIGEST)
  const violations = await findTextViolations(texts, notificationType, form)
  if (tenantId && tenantId !== tenant)
    violations.push({ propertyPath: 'tenantId', message: 'must be the id of the selected tenant' })
  if (violations.length) throw invalid(...violations)
  return unit.create(templates, {
    ...given,
    form,
    htmlBodyTemplate,
    locale: canonicalizeLocale(given.locale ?? 'en') ?? 'en',
    isActive: true,
    tenantId: tenant,
  })
}

/** Changes the given fields. Null removes the HTML body and leaves other fields unchanged. */
export const changeTemplate = async (unit: Unit, id: string, given: UpdateTemplateInput): Promise<StoredTemplate> => {
  const template = await unit.load(templates, id)
  const { name, subjectTemplate, bodyTemplate, htmlBodyTemplate, isActive } = given
  const { form = 'single' } = template
  const texts = {
    ...(subjectTemplate && { subjectTemplate }),
    ...(bodyTemplate && { bodyTemplate }),
    ...(htmlBodyTemplate !== undefined && { htmlBodyTemplate }),
  }
  const violations = await findTextViolations(texts, template.notificationType, form)
  if (violations.length) throw invalid(...violations)
  return unit.update(templates, template, {
    ...texts,
    form,
    ...(name && { name }),
    ...(typeof isActive === 'boolean' && { isActive }),
  })
}
