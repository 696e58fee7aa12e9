import { choice, id, moment, text, topic } from './topic.ts'

const endpoint = {
  endpointId: id('01K9ZB6E4G8J2M5P7R1T3V6X9Z'),
  endpointName: text('Order management'),
}

export const INTEGRATION = {
  'notification.webhook_endpoint.failing': topic(
    ['notification:webhook_endpoint:write', 'incident', 'high'],
    {
      ...endpoint,
      failingSince: moment('2026-03-02T09:00:00.000Z'),
      disabledFrom: moment('2026-03-07T09:00:00.000Z'),
    },
    { isUrgent: true },
  ),
  'notification.webhook_endpoint.disabled': topic(
    ['notification:webhook_endpoint:write', 'incident', 'high'],
    {
      ...endpoint,
      reason: choice(['failing', 'gone'], 'failing'),
      disabledAt: moment('2026-03-07T09:00:00.000Z'),
    },
    { isUrgent: true },
  ),
}
