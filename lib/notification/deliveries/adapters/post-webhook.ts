import type { App } from '../../../platform/app/app.ts'
import { signWebhook } from '../../webhooks/requests/sign-webhook.ts'
import { requireAccepted } from './require-accepted.ts'

interface WebhookMessage {
  /** The same for every try, so that the receiver recognizes a repetition. */
  id: string
  topic: string
  occurredAt: string
  data: unknown
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 256 * 1024

/** Posts a message under the Standard Webhooks specification, signed if there is a secret. */
export const postWebhook = async (
  { outbound }: Pick<App, 'outbound'>,
  { url, secret }: { url: string; secret: string | null },
  { id, topic, occurredAt, data }: WebhookMessage,
  now: Date,
): Promise<void> => {
  const body = JSON.stringify({ type: topic, timestamp: occurredAt, data })
  const name = `msg_${id}`
  const seconds = String(Math.floor(now.getTime() / 1000))
  const signature = signWebhook(secret ? [secret] : [], { id: name, seconds, body })
  const response = await outbound.send({
    method: 'POST',
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Entrepot',
      'webhook-id': name,
      'webhook-timestamp': seconds,
      ...(signature && { 'webhook-signature': signature }),
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  requireAccepted(response, [410])
}
