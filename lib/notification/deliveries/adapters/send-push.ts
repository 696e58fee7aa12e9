import { createHash } from 'node:crypto'
import type { Priority } from '../../../../schemas/notification/notification.ts'
import type { App } from '../../../platform/app/app.ts'
import { getVapidKeys } from './get-vapid-keys.ts'
import { requireAccepted } from './require-accepted.ts'

/** A browser's push subscription. */
interface PushTarget {
  endpoint: string
  p256dhKey: string
  authKey: string
}

interface PushMessage {
  /** The same for every try, so that a push service replaces a message that is still queued. */
  id: string
  title: string
  message: string
  priority: Priority
  topic: string
  subject: string | null
}

const LIVES_SECONDS = 24 * 3600
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
/** Every push service accepts a payload of this size once it is encrypted. */
const MAX_PAYLOAD_BYTES = 3072
const URGENCY = { low: 'low', normal: 'normal', high: 'high', urgent: 'high' } as const

/** Returns the contact for push services in case of problems: the sender of the platform's mails. */
const getContact = (mailFrom: string) => `mailto:${mailFrom.slice(mailFrom.indexOf('<') + 1).replace('>', '')}`

/** Builds the payload, whose text is shortened if it is too long; the other fields are bounded already. */
const buildPayload = ({ id, title, message, topic, subject }: PushMessage) => {
  const serializePayload = (text: string) => JSON.stringify({ id, title, message: text, topic, subject })
  let text = message
  while (Buffer.byteLength(serializePayload(text)) > MAX_PAYLOAD_BYTES && text)
    text = `${[...text].slice(0, Math.floor([...text].length / 2)).join('')}…`.replace(/^…$/, '')
  return serializePayload(text)
}

/** Sends one Web Push message, encrypted for the browser. Throws `TARGET_GONE` if the subscription has ended. */
export const sendPush = async (app: App, target: PushTarget, message: PushMessage): Promise<void> => {
  const [{ default: webPush }, { publicKey, privateKey }] = await Promise.all([import('web-push'), getVapidKeys(app)])
  const { endpoint, p256dhKey, authKey } = target
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: p256dhKey, auth: authKey } },
    buildPayload(message),
    {
      TTL: LIVES_SECONDS,
      urgency: URGENCY[message.priority],
      topic: createHash('sha256').update(message.id).digest('base64url').slice(0, 32),
      vapidDetails: { subject: getContact(app.config.mailFrom), publicKey, privateKey },
    },
  )
  const headers = Object.entries(request.headers)
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => [name.toLowerCase(), String(value)])
  const response = await app.outbound.send({
    method: 'POST',
    url: endpoint,
    headers: Object.fromEntries(headers),
    body: request.body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  requireAccepted(response, [404, 410])
}
