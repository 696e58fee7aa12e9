import type { Delivery } from '../../../../lib/notification/deliveries/delivery-store.ts'
import type { Id } from '../../../../lib/platform/id.ts'
import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import type { StoredChannel } from '../../../../lib/sales/channels/channel.ts'
import { toEvents } from '../../../support/events.ts'
import type { PlatformWorld } from '../world.ts'

/** Checks that every event and task was handled, and that no delivery is left or has no event. */
const findUnhandled = ({ table, tenant, list }: PlatformWorld): string[] => {
  const outbox = [...table.inPartition(`T#${tenant}#outbox`), ...table.inPartition('T#PLATFORM#task')]
  const events = new Set(toEvents(table.inPartition(`T#${tenant}#outbox`)).map(({ sk }) => sk))
  return [
    ...outbox.flatMap(({ sk, handledAt, topic, task }) =>
      handledAt ? [] : [`${topic ?? task} ${sk} is never handled`],
    ),
    ...list<Delivery & { digest?: unknown }>('delivery').flatMap(({ sk, status, eventId, digest }) => [
      ...(status === 'due' ? [`delivery ${sk} is never sent`] : []),
      ...(digest || events.has(eventId) ? [] : [`delivery ${sk} is about no event`]),
    ]),
  ]
}

/** Members of a digest's mail, or 1 for a mail about one event. */
const countOfMail = ({ subject }: { subject: string }) => Number(/^(\d+) new partners$/.exec(subject)?.[1] ?? 1)

/** Checks that nobody is told of an event twice, by notifications or by mails with digests. */
const findRepetitions = ({ table, tenant, people, mails, list }: PlatformWorld): string[] => {
  const found: string[] = []
  const events = toEvents(table.inPartition(`T#${tenant}#outbox`))
  const partnerEvents = events.filter(({ topic }) => topic === 'partner.partner.created').length
  const deliveries = new Set(list<Delivery>('delivery').map(({ sk }) => sk))
  // A process may die after sending a mail; the next try has the same id, by which it is recognized.
  const unique = [...new Map(mails.map((mail) => [mail.messageId, mail])).values()]
  for (const { identity, email } of people) {
    const own = table.inPartition(`T#${tenant}#${identity}#notification`)
    for (const [about, some] of Map.groupBy(
      own,
      ({ topic, subject, resourceId }) => `${topic} ${subject ?? resourceId}`,
    ))
      if (about.startsWith('partner.partner.created') && some.length > 1)
        found.push(`${email} was notified ${some.length} times of ${about}`)
    const told = unique.filter(
      // Somebody who is a member of another tenant too gets mails about its partners.
      ({ to, subject, messageId = '' }) =>
        to === email && /new partner/i.test(subject) && deliveries.has(messageId.slice(1).split('@')[0] as Id),
    )
    const total = told.reduce((sum, mail) => sum + countOfMail(mail), 0)
    if (total > partnerEvents) found.push(`${email} was mailed ${total} new partners of ${partnerEvents}`)
  }
  for (const item of table.all())
    if (item.kind === 'digest-window' && item.count) found.push(`${item.count} events wait for ever in ${item.pk}`)
  return found
}

/** Checks that no settlement, webhook or run is left in the middle of its work. */
const findUnfinished = ({ list }: PlatformWorld): string[] => [
  ...list<Stored & { collecting: unknown; freeing: boolean }>('settlement').flatMap(({ id, collecting, freeing }) =>
    collecting || freeing ? [`settlement ${id} is never complete`] : [],
  ),
  ...list<Stored & { channelId: string; status: string }>('channel-webhook-delivery').flatMap(
    ({ id, channelId, status }) => {
      const channel = list<StoredChannel>('channel').find((each) => each.id === channelId)
      return status === 'received' && channel?.status === 'active' ? [`the webhook ${id} is never processed`] : []
    },
  ),
]

/** Checks that only channels that are connected have webhooks. */
const findLeftWebhooks = ({ table, list }: PlatformWorld): string[] => {
  const connected = list<StoredChannel>('channel').filter(({ status }) => status !== 'disconnected')
  const known = new Set(connected.flatMap(({ id }) => [id, `P#channel-hook#${id}`]))
  return table
    .all()
    .flatMap(({ kind, pk, sk }) =>
      (kind === 'channel-hooks' && !known.has(sk)) || (kind === 'channel-hook' && !known.has(pk))
        ? [`webhooks of no channel are left: ${pk} ${sk}`]
        : [],
    )
}

/** Checks the messages that follow from what was stored. */
export const findMessageFaults = (world: PlatformWorld): string[] => [
  ...findUnhandled(world),
  ...findRepetitions(world),
  ...findUnfinished(world),
  ...findLeftWebhooks(world),
]
