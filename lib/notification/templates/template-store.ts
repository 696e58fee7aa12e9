import type { NotificationTemplate } from '../../../schemas/notification/notification-template.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { PLATFORM } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { entity, fromItem, itemKey, type Stored, uniqueKey } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Templates:  T#<tenant>#template / <id>   listed newest first by any of topic, channel and locale, one for each choice
//             of these; the platform's own are in T#PLATFORM#template

export type StoredTemplate = Omit<NotificationTemplate, keyof Stored> & Stored

export interface Choice {
  notificationType: TopicName
  channelType: Channel
  locale: string
}

export const buildChoice = ({ notificationType, channelType, locale }: Choice) =>
  `${notificationType}#${channelType}#${locale}`

export const templates = entity<StoredTemplate>({
  name: 'template',
  shape: 1,
  lists: [
    { facets: ['channelType'] },
    { by: ['notificationType'], facets: ['channelType'] },
    { by: ['locale'], facets: ['channelType'] },
    { by: ['notificationType', 'locale'], facets: ['channelType'] },
  ],
  unique: (template) => ({ choice: buildChoice(template) }),
})

export const findTemplate = (db: Table, tenant: Id, id: Id) => find(db, templates, tenant, id)

export const pageOfTemplates = (
  db: Table,
  tenant: Id,
  page: Page,
  { notificationType, channelType, locale }: { [K in keyof Choice]?: Choice[K] | undefined },
) => {
  const by = { ...(notificationType && { notificationType }), ...(locale && { locale }) }
  return list(db, templates, tenant, { ...page, by, facets: { channelType } })
}

/** The active templates that fit, best first: the tenant's before the platform's, then by the order of the locales. */
export const findFittingTemplates = async (
  db: Table,
  tenant: Id | null,
  locales: readonly string[],
  about: Omit<Choice, 'locale'>,
): Promise<StoredTemplate[]> => {
  const owners = tenant ? [tenant, PLATFORM] : [PLATFORM]
  const places = owners.flatMap((owner) =>
    locales.map((locale) => ({ owner, choice: buildChoice({ ...about, locale }) })),
  )
  const held = await db.batchGet(places.map(({ owner, choice }) => uniqueKey(owner, templates, 'choice', choice)))
  if (!held.length) return []
  const owned = places.flatMap(({ owner, choice }) => {
    const { pk, sk } = uniqueKey(owner, templates, 'choice', choice)
    const row = held.find((each) => each.pk === pk && each.sk === sk)
    return row ? [itemKey(owner, templates, row.id as Id)] : []
  })
  const items = await db.batchGet(owned)
  return owned
    .flatMap(({ pk, sk }) => items.find((each) => each.pk === pk && each.sk === sk) ?? [])
    .map((item) => fromItem<StoredTemplate>(item))
    .filter(({ isActive }) => isActive)
}
