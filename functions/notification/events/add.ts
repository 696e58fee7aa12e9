import { publishEvent as publish } from '../../../lib/notification/outside-events/publish-event.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { PublishEventInput, PublishedEvent } from '../../../schemas/notification/published-event.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const publishEvent = endpoint({
  route: 'POST /api/notification/events',
  scope: 'notification:event:write',
  summary: 'Publish an event of a module outside the platform',
  description:
    'The event becomes notifications like any other. Only topics that the platform does not emit itself are accepted, with the data that the topic describes. A `subject` of a kind that the platform stores must exist. An event with an `eventId` that you published in the last 24 hours is returned with 200 and has no effect.',
  idempotent: true,
  maxBytes: 64 * 1024,
  body: PublishEventInput,
  success: 201,
  also: 200,
  returns: PublishedEvent,
  async run({ db }, { caller, body, unit }) {
    const { event, isNew } = await publish(db, unit, caller.identity, body, ABILITY_SUBJECTS)
    return reply(event, isNew ? {} : { status: 200 })
  },
})
