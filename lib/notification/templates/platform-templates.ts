import type { App } from '../../platform/app/app.ts'
import { PLATFORM } from '../../platform/events/outbox/outbox.ts'
import { invalid } from '../../platform/problem.ts'
import { fromItem, partition } from '../../platform/store/entities/entity.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { canGather } from '../windows/can-gather.ts'
import type { Texts } from './built-in/find-built-in-texts.ts'
import { NO_DIGEST } from './change-template.ts'
import { findTextViolations } from './find-text-violations.ts'
import { buildChoiceValue, type Choice, type StoredTemplate, templates } from './template-store.ts'

const scope = ({ clock }: Pick<App, 'clock'>) => ({ tenant: PLATFORM, actor: null, now: clock() })

const findPlatformTemplate = ({ db }: Pick<App, 'db'>, choice: Choice) =>
  findOwner(db, templates, PLATFORM, 'choice', buildChoiceValue(choice))

/** Adds or replaces a platform template, which applies to every tenant without one of its own. */
export const setPlatformTemplate = async (app: Pick<App, 'db' | 'clock'>, choice: Choice, texts: Texts) => {
  const { notificationType, channelType, form } = choice
  if (form === 'digest' && !canGather(notificationType, channelType)) throw invalid(NO_DIGEST)
  const violations = await findTextViolations({ ...texts }, notificationType, form)
  if (violations.length) throw invalid(...violations)
  await runInUnit(app.db, scope(app), async (unit) => {
    const before = await findPlatformTemplate(app, choice)
    const fields = {
      form: 'single' as const,
      ...choice,
      ...texts,
      name: buildChoiceValue(choice),
      isActive: true,
      tenantId: null,
    }
    if (before) unit.update(templates, before, fields)
    else unit.create(templates, fields, 'stale')
  })
}

/** Returns false if the template does not exist. */
export const removePlatformTemplate = (app: Pick<App, 'db' | 'clock'>, choice: Choice): Promise<boolean> =>
  runInUnit(app.db, scope(app), async (unit) => {
    const before = await findPlatformTemplate(app, choice)
    if (before) unit.remove(templates, before)
    return before !== undefined
  })

export const listPlatformTemplates = async ({ db }: Pick<App, 'db'>): Promise<StoredTemplate[]> => {
  const items = await db.query({ pk: partition(PLATFORM, templates.name) })
  return items.map((item) => fromItem<StoredTemplate>(item))
}
