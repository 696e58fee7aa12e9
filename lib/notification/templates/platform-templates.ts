import type { App } from '../../platform/app.ts'
import { PLATFORM } from '../../platform/events/outbox.ts'
import { invalid } from '../../platform/problem.ts'
import { fromItem, partition } from '../../platform/store/entity.ts'
import { findOwner } from '../../platform/store/list.ts'
import { inUnit } from '../../platform/store/unit.ts'
import { type Choice, choiceOf, type StoredTemplate, templates } from './template-store.ts'
import type { Texts } from './built-in.ts'
import { violationsOfTexts } from './check.ts'

const scope = ({ clock }: Pick<App, 'clock'>) => ({ tenant: PLATFORM, actor: null, now: clock() })

const standing = ({ db }: Pick<App, 'db'>, choice: Choice) =>
  findOwner(db, templates, PLATFORM, 'choice', choiceOf(choice))

/** Writes the platform's own template, which every tenant has that wrote none; in place of the one there is. */
export const setPlatformTemplate = async (app: Pick<App, 'db' | 'clock'>, choice: Choice, texts: Texts) => {
  const violations = await violationsOfTexts({ ...texts }, choice.notificationType)
  if (violations.length) throw invalid(...violations)
  await inUnit(app.db, scope(app), async (unit) => {
    const before = await standing(app, choice)
    const fields = { ...choice, ...texts, name: choiceOf(choice), isActive: true, tenantId: null }
    if (before) unit.update(templates, before, fields)
    else unit.create(templates, fields, 'stale')
  })
}

/** False where there is none. */
export const removePlatformTemplate = (app: Pick<App, 'db' | 'clock'>, choice: Choice): Promise<boolean> =>
  inUnit(app.db, scope(app), async (unit) => {
    const before = await standing(app, choice)
    if (before) unit.remove(templates, before)
    return before !== undefined
  })

export const platformTemplates = async ({ db }: Pick<App, 'db'>): Promise<StoredTemplate[]> => {
  const items = await db.query({ pk: partition(PLATFORM, templates.name) })
  return items.map((item) => fromItem<StoredTemplate>(item))
}
