import * as Type from 'typebox'
import { id, moment, oneOf } from '../types.ts'
import { AUDIT_ACTIONS } from './entry.ts'

export const ENTRY_FILTERS = {
  resourceType: Type.String({
    pattern: '^[a-z][a-z-]{0,49}$',
    title: 'a kind of resource, such as invoice',
    examples: ['invoice'],
  }),
  resourceId: id(),
  actorId: id(),
  action: oneOf(AUDIT_ACTIONS),
  from: moment({ description: 'Entries from this time on' }),
  to: moment({ description: 'Entries before this time' }),
  cursor: id({ description: '`nextCursor` of the previous page' }),
}
