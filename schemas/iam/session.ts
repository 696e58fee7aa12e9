import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, timestamp, ulid } from '../types.ts'

export const Session = resource('Session', '/api/iam/sessions/{id}', {
  id: ulid(),
  device: nullable(Type.String({ description: 'Browser and system', examples: ['Firefox on Windows'] })),
  address: nullable(
    Type.String({
      description: 'Address of the sign-in: an IPv4 address or the /64 network of an IPv6 one',
      examples: ['203.0.113.7'],
    }),
  ),
  startedAt: timestamp(),
  lastUsedAt: timestamp({ description: 'Time of the sign-in or the last refresh' }),
  current: Type.Boolean({ description: 'True for the session of this request' }),
})
