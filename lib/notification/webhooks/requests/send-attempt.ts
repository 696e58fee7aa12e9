import type { WebhookAttempt } from '../../../../schemas/notification/webhook-endpoint-delivery.ts'
import type { App } from '../../../platform/app/app.ts'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { describeFailure } from '../../../platform/outbound/problems.ts'
import type { OpenHeader } from '../endpoints/open-secrets.ts'
import { excerptAnswer, MASK, maskSecrets } from './mask-secrets.ts'
import { signWebhook } from './sign-webhook.ts'

const TIMEOUT_MS = 15_000
/** More than is logged, so that a secret at the end of that is masked as a whole. */
const MAX_ANSWER_BYTES = 8 * 1024

const GONE = 410

/** Headers of answers that are logged. */
const LOGGED_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'retry-after',
  'server',
  'via',
  'x-request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'cf-ray',
]

/** The headers and the address with which a request is sent. */
export interface Sending {
  url: string
  /** Secrets that sign it, the newest first. */
  secrets: readonly string[]
  headers: readonly OpenHeader[]
}

export interface Attempt {
  isSuccess: boolean
  /** True if the endpoint wants no more requests. */
  isGone: boolean
  retryAfter: string | undefined
  logged: WebhookAttempt
}

const pickHeaders = ({ headers }: OutboundResponse, secrets: readonly string[]) =>
  LOGGED_HEADERS.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [{ name, value: maskSecrets(value, secrets).slice(0, 255) }]
  })

const explainStatus = (status: number): string | null => {
  if (status >= 200 && status <= 299) return null
  if (status === GONE) return 'The endpoint answered with 410, so it is disabled.'
  return `The endpoint answered with ${status}.`
}

const explainError = ({ kind, status }: OutboundError): string =>
  kind === 'redirected'
    ? `The endpoint redirects elsewhere (${status}), which is not followed.`
    : `The endpoint ${describeFailure({ kind, status })}.`

/** Posts a request once. A failure is an outcome like any other. */
export const sendAttempt = async (
  { outbound, clock }: Pick<App, 'outbound' | 'clock'>,
  { url, secrets, headers }: Sending,
  { id, body }: { id: string; body: string },
): Promise<Attempt> => {
  const at = clock()
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signature = signWebhook(secrets, { id, seconds, body })
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Entrepot',
    'webhook-id': id,
    'webhook-timestamp': seconds,
  }
  const hidden = [...secrets, ...signature.split(' '), ...headers.flatMap((each) => (each.isSecret ? each.value : []))]
  const requestHeaders = [
    ...Object.entries(own).map(([name, value]) => ({ name, value })),
    ...(signature ? [{ name: 'webhook-signature', value: signature.replaceAll(/v1,[^ ]+/g, `v1,${MASK}`) }] : []),
    ...headers.map(({ name, value, isSecret }) => ({ name, value: isSecret ? MASK : value })),
  ]
  const buildAttempt = (
    rest: Pick<WebhookAttempt, 'statusCode' | 'responseHeaders' | 'responseBody' | 'errorMessage'>,
    retryAfter?: string,
  ): Attempt => ({
    isSuccess: rest.errorMessage === null,
    isGone: rest.statusCode === GONE,
    retryAfter,
    logged: {
      at: at.toISOString(),
      durationMilliseconds: Math.max(0, clock().getTime() - at.getTime()),
      requestHeaders,
      ...rest,
    },
  })
  try {
    const response = await outbound.send({
      method: 'POST',
      url,
      body,
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        ...own,
        ...(signature && { 'webhook-signature': signature }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      isCut: true,
    })
    return buildAttempt(
      {
        statusCode: response.status,
        responseHeaders: pickHeaders(response, hidden),
        responseBody: excerptAnswer(response.body, hidden),
        errorMessage: explainStatus(response.status),
      },
      response.headers['retry-after'],
    )
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { status = null } = error
    return buildAttempt({
      statusCode: status,
      responseHeaders: [],
      responseBody: null,
      errorMessage: explainError(error),
    })
  }
}
