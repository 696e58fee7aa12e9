import type { MessageForm, NotificationTemplate } from '../../../schemas/notification/notification-template.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { PLATFORM } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, itemKey, type Stored, uniqueKey } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Templates:  T#<tenant>#template / <id>   listed newest first by topic, channel and locale; one for each combination
//             and form.
//             The platform's own are in T#PLATFORM#template

export type StoredTemplate = Omit<NotificationTemplate, keyof Stored> & Stored

export interface Choice {
  notificationType: TopicName
  channelType: Channel
  locale: string
  /** `single` by default. */
  form?: MessageForm
}

export const buildChoiceValue = ({ notificationType, channelType, locale, form }: Choice) =>
  [notificationType, channelType, locale, ...(form === 'digest' ? [form] : [])].join('#')

export const templates = entity<StoredTemplate>({
  name: 'template',
  shape: 1,
  audit: {},
  lists: [
    { facets: ['channelType'] },
    { by: ['notificationType'], facets: ['channelType'] },
    { by: ['locale'], facets: ['channelType'] },
    { by: ['notificationType', 'locale'], facets: ['channelType'] },
  ],
  unique: (template) => ({ choice: buildChoiceValue(template) }),
})

export const findTemplate = (db: Table, tenant: Id, id: Id) => find(db, templates, tenant, id)

export const listTemplates = (
  db: Table,
  tenant: Id,
  page: Page,
  {
    notificationType,
    channelType,
    locale,
  }: { [K in 'notificationType' | 'channelType' | 'locale']?: Choice[K] | undefined },
) => {
  const by = { ...(notificationType && { notificationType }), ...(locale && { locale }) }
  return list(db, templates, tenant, { ...page, by, facets: { channelType } })
}

/** Finds the active templates that fit, best first: the tenant's before the platform's, then by order of locales. */
export const findFittingTemplates = async (
  db: Table,
  tenant: Id | null,
  locales: readonly string[],
  about: Omit<Choice, 'locale'>,
): Promise<StoredTemplate[]> => {
  const owners = tenant ? [tenant, PLATFORM] : [PLATFORM]
  const wanted = owners.flatMap((owner) =>
    locales.map((locale) => ({ owner, choice: buildChoiceValue({ ...about, locale }) })),
  )
  const rows = await db.batchGet<{ id: Id }>(
    wanted.map(({ owner, choice }) => uniqueKey(owner, templates, 'choice', choice)),
  )
  if (!rows.length) return []
  const keys = wanted.flatMap(({ owner, choice }) => {
    const { pk, sk } = uniqueKey(owner, templates, 'choice', choice)
    const row = rows.find((each) => each.pk === pk && each.sk === sk)
    return row ? [itemKey(owner, templates, row.id)] : []
  })
  const items = await db.batchGet(keys)
  return keys
    .flatMap(({ pk, sk }) => items.find((each) => each.pk === pk && each.sk === sk) ?? [])
    .map((item) => fromItem<StoredTemplate>(item))
    .filter(({ isActive }) => isActive)
}
