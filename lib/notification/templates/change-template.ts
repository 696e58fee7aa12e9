import type { CreateTemplateInput, UpdateTemplateInput } from '../../../schemas/notification/notification-template.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findTextViolations } from './find-text-violations.ts'
import { canonicalizeLocale } from './locale.ts'
import { type StoredTemplate, templates } from './template-store.ts'

export const addTemplate = async (unit: Unit, tenant: Id, given: CreateTemplateInput): Promise<StoredTemplate> => {
  const { notificationType, subjectTemplate, bodyTemplate, htmlBodyTemplate = null, tenantId } = given
  const violations = await findTextViolations({ subjectTemplate, bodyTemplate, htmlBodyTemplate }, notificationType)
  if (tenantId && tenantId !== tenant)
    violations.push({ propertyPath: 'tenantId', message: 'must be the id of the selected tenant' })
  if (violations.length) throw invalid(...violations)
  return unit.create(templates, {
    ...given,
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
  const texts = {
    ...(subjectTemplate && { subjectTemplate }),
    ...(bodyTemplate && { bodyTemplate }),
    ...(htmlBodyTemplate !== undefined && { htmlBodyTemplate }),
  }
  const violations = await findTextViolations(texts, template.notificationType)
  if (violations.length) throw invalid(...violations)
  return unit.update(templates, template, {
    ...texts,
    ...(name && { name }),
    ...(typeof isActive === 'boolean' && { isActive }),
  })
}
