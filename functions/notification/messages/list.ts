import * as Type from 'typebox'
import { listMessages } from '../../../lib/notification/messages/list-messages.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { MessagePage } from '../../../schemas/notification/message.ts'
import { id } from '../../../schemas/types.ts'

export const listRecipientMessages = endpoint({
  route: 'GET /api/notification/messages',
  scope: 'notification:policy:read',
  summary: 'List the mails to an address, newest first',
  description:
    'Tells of each mail of which event, by which rule and from which template it was written, and what became of it. Mails appear once they were sent, failed for good or were dropped, and are kept for 30 days. Invoices that were mailed are shown to those who may read invoices. A page can have fewer entries than its limit: follow `nextCursor` until it is null.',
  query: {
    address: Type.String({
      minLength: 3,
      maxLength: 254,
      description: 'E-mail address',
      examples: ['ada@example.com'],
    }),
    cursor: id({ description: '`nextCursor` of the page before' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
  },
  required: ['address'],
  returns: MessagePage,
  run: ({ db }, { caller, query: { address = '', cursor, limit = 30 } }) =>
    listMessages(db, caller, { address, cursor, limit }),
})
