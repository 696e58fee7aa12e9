import { postToSlack } from '../../lib/notification/deliveries/adapters/post-to-slack.ts'
import { sendPush } from '../../lib/notification/deliveries/adapters/send-push.ts'
import { Undeliverable } from '../../lib/notification/undeliverable.ts'
import { sendAttempt } from '../../lib/notification/webhooks/requests/send-attempt.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { OutboundError } from '../../lib/platform/outbound/outbound-error.ts'
import { startOf } from '../iam/external-browser.ts'
import { TOPIC } from '../notification/webhooks/hooks.ts'
import { aPushSubscription } from '../support/builders.ts'
import type { Member, Received } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'

/** Gives the URL to the platform and, if it is accepted, lets the platform call it. Returns whether somebody answered. */
export type Call = (url: string, owner: Member) => Promise<boolean>

const ENDPOINTS = '/api/notification/webhook-endpoints'

const failedWithoutAnswer = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof Undeliverable)) throw error
    return false
  }
}

const endpoints = new WeakMap<Member, Promise<string>>()
const findOrCreateEndpoint = (owner: Member) => {
  const body = { name: 'Attacked', url: 'https://hooks.example.com/', topics: [TOPIC] }
  const known = endpoints.get(owner) ?? owner.post(ENDPOINTS, body).then((answer) => answer.body.id as string)
  endpoints.set(owner, known)
  return known
}

const testEndpoint = async (id: string, owner: Member): Promise<boolean> => {
  await owner.post(`${ENDPOINTS}/${id}/test`)
  await drainEvents()
  const { member } = (await owner.get(`${ENDPOINTS}/${id}/deliveries`)).body
  return member[0].statusCode !== null
}

const createEndpoint: Call = async (url, owner) => {
  const { status, body } = await owner.post(ENDPOINTS, { name: 'Attacked', url, topics: [TOPIC] })
  if (status !== 201) return false
  const answered = await testEndpoint(body.id, owner)
  await owner.delete(`${ENDPOINTS}/${body.id}`)
  return answered
}

const updateEndpoint: Call = async (url, owner) => {
  const id = await findOrCreateEndpoint(owner)
  const { status } = await owner.patch(`${ENDPOINTS}/${id}`, { url })
  return status === 200 && (await testEndpoint(id, owner))
}

const registerBrowser: Call = async (url, owner) => {
  const target = aPushSubscription({ endpoint: url })
  const { status } = await owner.post('/api/notification/push-subscriptions', target)
  const message = {
    id: 'push',
    title: 'Hello',
    message: 'Hello',
    priority: 'normal',
    topic: TOPIC,
    subject: null,
  } as const
  return status === 201 && (await failedWithoutAnswer(sendPush(app(), target, message)))
}

const bySetting =
  (key: string, call: (url: string) => Promise<boolean>): Call =>
  async (url, owner) => {
    const { status } = await owner.put('/api/configuration/settings/bulk', { settings: [{ key, value: url }] })
    return status < 300 && (await call(url))
  }

const byShop =
  (type: string, credentials: object): Call =>
  async (url, owner) => {
    const given = { type, credentials: { store_url: url, ...credentials } }
    const { body } = await owner.post('/api/sales/channels/test-connection', given)
    return body.connected === true
  }

const byCustodian: Call = async (url, owner) => {
  const connectionConfig = { integrationId: url, webhookSecret: 'a secret that is long enough' }
  const { body } = await owner.post('/api/warehousing/custodians/test-connection', { type: 'custom', connectionConfig })
  return body.ok === true
}

const bySignIn =
  (kind: 'oidc' | 'saml', describe: (url: string) => object): Call =>
  async (url) => {
    const before = app()
    const { config } = before
    useApp({ ...before, config: { ...config, signIn: { ...config.signIn, [kind]: JSON.stringify(describe(url)) } } })
    const { status }: Received = await startOf(kind).finally(() => useApp(before))
    return status < 300
  }

const sendToWebhook = async (url: string): Promise<boolean> => {
  const { logged } = await sendAttempt(app(), { url, secrets: [], headers: [] }, { id: 'event', body: '{}' })
  return logged.statusCode !== null
}

/** Every place that takes a URL which the platform then calls. */
export const CALLED: Readonly<Record<string, Call>> = {
  'createWebhookEndpoint.url': createEndpoint,
  'updateWebhookEndpoint.url': updateEndpoint,
  'registerPushSubscription.endpoint': registerBrowser,
  'setting notifications.slackWebhookUrl': bySetting('notifications.slackWebhookUrl', (url) =>
    failedWithoutAnswer(postToSlack(app(), url, { title: 'Hello', message: 'Hello' })),
  ),
  'setting notifications.webhookUrl': bySetting('notifications.webhookUrl', sendToWebhook),
  'shop woocommerce': byShop('woocommerce', { consumer_key: 'ck_1', consumer_secret: 'cs_1' }),
  'shop shopify': byShop('shopify', { access_token: 'shpat_1' }),
  'shop sylius': byShop('sylius', { username: 'api', password: 'secret' }),
  'shop vendure': byShop('vendure', { username: 'api', password: 'secret' }),
  'custodian custom': byCustodian,
  'sign-in oidc': bySignIn('oidc', (issuer) => ({ issuer, clientId: 'entrepot', clientSecret: 'secret' })),
  'sign-in saml': bySignIn('saml', (metadataUrl) => ({ metadataUrl })),
}

const RETURN = 'is compared with the URIs that the deployment allows'
const LINK = 'is shown as a link and never called'

/** Fields with the name of a URL that the platform does not call, each with its reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  'startExternalSignIn.returnUri': RETURN,
  'issueSatelliteCode.redirectUri': RETURN,
  'beginWizard.redirectUri': RETURN,
  'createShipment.trackingUrl': LINK,
  'updateShipment.trackingUrl': LINK,
  'createCarrier.trackingUrlTemplate': LINK,
  'updateCarrier.trackingUrlTemplate': LINK,
  'handOverFulfilmentOrder.trackingUrl': LINK,
  'authorizeReturn.labelUrl': LINK,
  'removePushSubscription.endpoint': 'names a browser that is registered',
  'setting general.website': LINK,
}
