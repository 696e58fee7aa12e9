import type { Id } from '../platform/id.ts'
import type { Unit } from '../platform/store/unit.ts'
import { nameActor } from '../platform/store/unit-scope.ts'
import { type ComposedMail, type Mailing, mailingUri } from './mailing.ts'
import { buildMailingItem } from './mailings.ts'

type Given = Pick<Mailing, 'subject' | 'channel' | 'format' | 'documentIds' | 'recipients' | 'files'> & {
  mail: ComposedMail
  orderIds?: readonly Id[]
}

/** Adds a mailing to the unit; it is sent once the transaction is committed. */
export const addMailing = (unit: Unit, { orderIds = [], ...given }: Given): Id => {
  const id = unit.newId()
  const item = buildMailingItem(
    {
      ...given,
      orderIds,
      id,
      tenant: unit.tenant,
      status: 'queued',
      attempts: 0,
      failureReason: null,
      ...nameActor('createdBy', unit),
      createdAt: unit.now.toISOString(),
      endedAt: null,
    },
    unit.now,
  )
  unit.add({ put: item, when: 'attribute_not_exists(pk)' })
  const uri = mailingUri({ subject: given.subject, id })
  for (const orderId of orderIds) unit.timelines.add(unit.tenant, orderId, { step: 'mail.queued', uri })
  return id
}
