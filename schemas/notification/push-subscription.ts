import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, moment, nullable, text, timestamp, ulid } from '../types.ts'

export const pushEndpoint = () =>
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Address of the browser at its push service',
    examples: ['https://push.example.com/send/dQw4w9WgXcQ'],
  })

const key = (bytes: number, description: string, example: string) =>
  Type.String({
    pattern: `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`,
    title: `${bytes} bytes as base64url`,
    description,
    examples: [example],
  })

export const PushSubscription = resource('PushSubscription', '/api/notification/push-subscriptions/{id}', {
  id: ulid(),
  userId: ulid({ description: 'Owner of the browser' }),
  userAgent: nullable(Type.String({ examples: ['Firefox on Windows'] })),
  createdAt: timestamp(),
  expiresAt: nullable(timestamp()),
})

export const PushKey = resource('PushKey', '/api/notification/push-subscriptions/key', {
  id: Type.Unsafe<'key'>({ type: 'string', const: 'key' }),
  publicKey: key(
    65,
    "The platform's public key on the curve P-256",
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
})

export const PushSubscriptionInput = input({
  endpoint: pushEndpoint(),
  p256dhKey: key(
    65,
    "The browser's public key on the curve P-256",
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ),
  authKey: key(16, 'Authentication secret of the browser', 'BTBZMqHH6r4Tts7J_aSIgg'),
  userAgent: Type.Optional(nullable(text(500))),
  expiresAt: Type.Optional(nullable(moment({ description: 'Time at which the browser drops the subscription' }))),
})
export type PushSubscriptionInput = Static<typeof PushSubscriptionInput>
