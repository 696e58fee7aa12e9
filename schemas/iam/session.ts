import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { nullable, timestamp, ulid } from '../types.ts'

export const Session = resource('Session', '/api/iam/sessions/{id}', {
  id: ulid(),
  device: nullable(
    Type.String({ description: 'Program and system, as it called itself', examples: ['Firefox on Windows'] }),
  ),
  address: nullable(
    Type.String({
      description: 'From where it was started: an IPv4 address or the /64 network of an IPv6 one',
      examples: ['203.0.113.7'],
    }),
  ),
  startedAt: timestamp(),
  lastUsedAt: timestamp({ description: 'When it was started or last refreshed' }),
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
})
