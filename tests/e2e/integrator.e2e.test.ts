import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildOrderRow } from '../../bench/order-row.ts'
import type * as EntrepotClient from '../../client/src/index.ts'
import type * as Webhooks from '../../client/src/verify-webhook.ts'
import { root } from '../../local/definitions.ts'
import { serve } from '../../local/serve.ts'
import { installClient, run } from '../client/build-client.ts'
import { aPdf } from '../storage/content.ts'
import { nextMailTo } from '../support/mails.ts'
import { signInTo } from '../support/sign-in.ts'

const { api, mail, variables } = inject('stack')
/** A second attempt follows after five seconds, or with the next minute if its message got lost. */
const WAITING = { timeout: 100_000, interval: 200 }

let folder: string
let library: typeof EntrepotClient
let webhooks: typeof Webhooks

beforeAll(async () => {
  const built = await installClient()
  folder = await mkdtemp(join(tmpdir(), 'entrepot-integrator-'))
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: built.installed,
  })
  await built.remove()
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const packed = join(folder, stdout.trim())
  await run('npm', ['install', packed, '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')], {
    cwd: folder,
  })
  const load = (file: string) => import(pathToFileURL(join(folder, 'node_modules/@entrepot/client/dist', file)).href)
  ;[library, webhooks] = await Promise.all([load('index.js'), load('verify-webhook.js')])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A server of the integrator that refuses the first webhooks, as one that is down would. */
const startReceiver = async () => {
  const received: Received[] = []
  const state = { isDown: true }
  const { url, stop } = await serve(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(state.isDown ? 503 : 204).end()
  })
  return { url: `${url}/entrepot`, received, state, stop }
}

/** Registers a person and returns the id of the tenant and an access token. */
const register = async () => {
  const email = `integrator.${Date.now()}@example.com`
  const password = 'correct horse battery'
  const anybody = library.createClient({ baseUrl: api })
  await anybody.iam.auth.register({ email, password, firstName: 'Ada', company: 'Analytical Engines' })
  const [, token = ''] = /token=([\w.-]+)/.exec((await nextMailTo(email, mail)).text) ?? []
  await anybody.iam.auth.verifyEmail({ token })
  return (await signInTo(api, email, password)).accessToken ?? ''
}

const SCOPES = [
  'partner:partner:write',
  'sales:channel:write',
  'sales:order:read',
  'sales:order:write',
  'billing:invoice:read',
  'billing:invoice:write',
  'storage:file:read',
  'storage:file:write',
  'notification:webhook_endpoint:read',
  'notification:webhook_endpoint:write',
  'audit:entry:read',
]

test('an integrator builds on the platform with a service account and the packed client', async () => {
  const person = library.createClient({
    baseUrl: api,
    authentication: library.createTokenAuthentication(await register()),
  })
  const { tenant } = await person.iam.me.get()
  const account = await person.iam.serviceAccounts.create({ name: 'Order desk', scopes: SCOPES })
  const key = await person.iam.serviceAccounts.addKey(account.id, {})
  // The person's token is not used from here on.
  const authentication = library.createServiceAccount({ clientId: account.id, clientSecret: key.secret ?? '' })
  const client = library.createClient({ baseUrl: api, authentication })

  const receiver = await startReceiver()
  const endpoint = await client.notification.webhookEndpoints.create({
    name: 'Order desk',
    url: receiver.url,
    topics: ['sales.order.*', 'finance.invoice.issued'],
  })
  const channel = await client.sales.channels.connect({
    name: 'Fair',
    code: 'FAIR',
    type: 'manual',
    credentials: {},
  })
  const orders = [buildOrderRow('1', 2580), buildOrderRow('2', 2580)]
  for (const imported of [2, 0])
    expect(await client.sales.channels.bulkImportOrders(channel.id, { orders })).toMatchObject({ imported })
  const numbers: (string | null)[] = []
  for await (const { number } of client.sales.orders.listAll({ channelId: channel.id })) numbers.push(number)
  expect(numbers.toSorted()).toEqual(['DE-1', 'DE-2'])

  // The receiver is down, so the next attempt delivers the event. A replay sends it once more under its id.
  const findDelivery = async () =>
    (await client.notification.webhookEndpoints.listDeliveries(endpoint.id)).member.at(-1)
  await vi.waitFor(async () => expect((await findDelivery())?.statusCode).toBe(503), WAITING)
  receiver.state.isDown = false
  await vi.waitFor(async () => expect((await findDelivery())?.status).toBe('succeeded'), WAITING)
  const delivery = await findDelivery()
  receiver.received.length = 0
  await client.notification.webhookEndpoints.replayDelivery(endpoint.id, delivery?.id ?? '')
  const findReplayed = () => receiver.received.find(({ headers }) => headers['webhook-id'] === delivery?.eventId)
  await vi.waitFor(() => expect(findReplayed()).toBeDefined(), WAITING)
  const replayed = findReplayed() as Received
  const secret = endpoint.secret ?? ''
  const verified = await webhooks.verifyWebhook<{ type: string }>({ ...replayed, secret })
  expect([verified.id, verified.payload.type]).toEqual([delivery?.eventId, delivery?.topic])
  const forged = { ...replayed, body: `${replayed.body} ` }
  await expect(webhooks.verifyWebhook({ ...forged, secret })).rejects.toThrow(webhooks.WebhookVerificationError)
  await receiver.stop()

  const partner = await client.partner.partners.create({ name: 'Nordlicht Logistik', countryCode: 'DE' })
  const invoice = await client.billing.invoices.generate({
    partnerId: partner.id,
    dueDate: '2099-03-31',
    currencyCode: 'EUR',
    lineItems: [{ description: 'Storage, 12 pallets', quantity: 12, unitPrice: 850 }],
  })
  const content = aPdf()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const declared = {
    name: 'Delivery terms.pdf',
    sizeBytes: content.length,
    mimeType: 'application/pdf' as const,
    sha256,
  }
  const upload = await client.storage.files.create(declared)
  const [part] = upload.parts
  const body = Buffer.from(content)
  expect((await fetch(part?.url ?? '', { method: 'PUT', headers: part?.headers ?? {}, body })).status).toBe(200)
  await client.storage.files.complete(upload.id)
  await vi.waitFor(async () => expect((await client.storage.files.get(upload.id)).status).toBe('ready'), WAITING)
  await client.billing.invoices.addAttachment(invoice.id, { fileId: upload.id })
  const attachments = await client.billing.invoices.listAttachments(invoice.id)
  expect(attachments.member.map(({ id }) => id)).toEqual([upload.id])

  const trail = await client.audit.entries.list({ limit: 100 })
  const own = trail.member.filter(({ actorId }) => actorId === account.id)
  expect(own.map(({ resourceType }) => resourceType)).toEqual(expect.arrayContaining(['invoice', 'channel', 'partner']))
  expect(own.every(({ actorType }) => actorType === 'service_account')).toBe(true)
  const { stdout } = await run(process.execPath, [join(root, 'operator/run.ts'), 'audit', 'verify', tenant?.id ?? ''], {
    env: { ...process.env, ...variables },
  })
  expect(stdout).toMatch(/Findings: 0\.\n$/)
})
