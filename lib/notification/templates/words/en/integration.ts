import type { WordsOf } from '../words.ts'

const REPLAY = 'Events that were not delivered meanwhile can be replayed for 30 days.'

export const INTEGRATION_EN: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Webhook endpoint {{ endpointName }} keeps failing',
    message:
      'Every request to the webhook endpoint {{ endpointName }} has failed since {{ failingSince | datetime }}. If that continues, the endpoint will be disabled from {{ disabledFrom | datetime }} on.',
    mail: { notes: ['The log of its deliveries shows the answers. A single success ends the countdown.'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Webhook endpoint {{ endpointName }} was disabled',
    message:
      'The webhook endpoint {{ endpointName }} was disabled on {{ disabledAt | datetime }}, because {% if reason == "gone" %}it answered that it is gone (410){% else %}every request to it had failed for five days{% endif %}.',
    mail: { notes: [`Enable it again once it works. ${REPLAY}`] },
  },
}
