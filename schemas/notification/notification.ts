import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

export const BUCKETS = ['operational', 'incident', 'financial', 'maintenance', 'account', 'announcement'] as const
export type Bucket = (typeof BUCKETS)[number]

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

export const Notification = resource(
  'Notification',
  '/api/notification/notifications/{id}',
  {
    id: ulid(),
    type: oneOf(BUCKETS, { description: 'Category of the event' }),
    topic: Type.String({ examples: ['partner.partner.created'] }),
    eventId: ulid({ description: 'The event, whose trace tells who was told of it' }),
    title: Type.String({ examples: ['New partner'] }),
    message: Type.String({ examples: ['Nordlicht Logistik GmbH was added as a partner.'] }),
    priority: oneOf(PRIORITIES),
    isRead: Type.Boolean(),
    createdAt: timestamp(),
    readAt: nullable(timestamp()),
    resourceId: nullable(ulid({ description: 'Resource of the event' })),
    resourceType: nullable(Type.String({ examples: ['partner'] })),
    subject: nullable(
      Type.String({
        description: 'URI of the resource of the event',
        examples: ['commerce:///partner/partners/01K9ZB3V5Q8W2E4R6T7Y1M0N9P'],
      }),
    ),
  },
  REVISED,
)
export type Notification = Static<typeof Notification.fields>

export const UnreadCount = resource('UnreadCount', '/api/notification/notifications/{id}', {
  id: Type.Unsafe<'unread-count'>({ type: 'string', const: 'unread-count' }),
  count: Type.Integer({ minimum: 0, examples: [3] }),
})
