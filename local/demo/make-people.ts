import { createECDH, hash, randomBytes } from 'node:crypto'
import { buildLogo } from './logo.ts'
import type { Maker } from './maker.ts'
import { upload } from './upload.ts'

/** People whose invitation is open, and one who has accepted it. */
const makeMembers = async ({ client, mails, once, change, until }: Maker): Promise<void> => {
  const { auth, members } = client.iam
  const invite = async (name: string, email: string, role: 'finance' | 'operations') =>
    await once(
      name,
      async (options) => (await members.invite({ email, role }, options)).id,
      async () => (await members.list()).member.find((each) => each.email === email)?.id,
    )
  const email = 'finance@entrepot.example'
  await invite('member', email, 'finance')
  await change('member accepts', async () => {
    const token = await until('The mail to a new member', async () => {
      const received = (await (await fetch(`${mails}/messages?to=${email}`)).json()) as { text: string }[]
      return received.map(({ text }) => text.match(/token=([\w.-]+)/)?.[1]).find(Boolean)
    })
    await auth.acceptInvitation({ token, password: 'demo-password', firstName: 'Frida' })
  })
  await invite('member, invited', 'warehouse@entrepot.example', 'operations')
}

const makeServiceAccount = async ({ client, once }: Maker): Promise<void> => {
  const { serviceAccounts } = client.iam
  const id = await once(
    'service account',
    async (options) =>
      (
        await serviceAccounts.create(
          {
            name: 'Nightly reports',
            description: 'Reads partners and invoices',
            scopes: ['partner:partner:read', 'billing:invoice:read'],
          },
          options,
        )
      ).id,
  )
  await once('service account key', async () => (await serviceAccounts.addKey(id)).id)
}

const NAME = 'Order management'

/** Makes an endpoint that gets everything that happens from now on. */
export const makeWebhookEndpoint = async ({ client, receiver, once, change }: Maker): Promise<void> => {
  const { webhookEndpoints } = client.notification
  const id = await once(
    'webhook endpoint',
    async () => (await webhookEndpoints.create({ name: NAME, url: receiver, topics: ['*'] })).id,
    async () => (await webhookEndpoints.list()).member.find(({ name }) => name === NAME)?.id,
  )
  await change('webhook endpoint is tested', () => webhookEndpoints.test(id))
}

const makeNotifying = async ({ client, receiver, once, change, until, known }: Maker): Promise<void> => {
  const { webhookEndpoints, templates, watches, notifications, pushSubscriptions, events } = client.notification
  const endpointId = known('webhook endpoint')
  await once(
    'template',
    async () =>
      (
        await templates.create({
          notificationType: 'partner.partner.created',
          channelType: 'email',
          name: 'New partners, in German',
          locale: 'de_DE',
          subjectTemplate: 'Neuer Partner: {{ partnerName }}',
          bodyTemplate: '{{ partnerName }} ist dazugekommen.',
        })
      ).id,
    async () => (await templates.list()).member.find((each) => each.name === 'New partners, in German')?.id,
  )
  await once(
    'push subscription',
    async () =>
      (
        await pushSubscriptions.register({
          endpoint: `${receiver}?browser=demo`,
          p256dhKey: createECDH('prime256v1').generateKeys('base64url'),
          authKey: randomBytes(16).toString('base64url'),
          userAgent: 'A browser of the demo',
        })
      ).id,
  )
  await change('topic is watched', () => watches.watchTopic({ topic: 'finance.invoice.paid', subject: null }))
  await once('notification', () => until('A notification', async () => (await notifications.list()).member[0]?.id))
  await once('webhook delivery', () =>
    until('A webhook', async () => {
      const { member } = await webhookEndpoints.listDeliveries(endpointId, { status: 'succeeded' })
      return member.find(({ isTest }) => !isTest)?.id
    }),
  )
  await once('event', () =>
    until('The trace of an event', async () => {
      const { member } = await webhookEndpoints.listDeliveries(endpointId, { status: 'succeeded' })
      for (const { eventId, isTest } of member) {
        if (isTest) continue
        const trace = await events.getTrace(eventId).catch(() => undefined)
        if (trace?.member.length) return eventId
      }
      return undefined
    }),
  )
}

const LIST = 'sku;quantity\nTRAY-SMALL;40\nTRAY-LARGE;2\n'

/** Uploads a file and attaches it, sets the logo, and leaves an upload unfinished. */
const makeFiles = async (maker: Maker): Promise<void> => {
  const { client, once, change, known } = maker
  const fileId = await upload(maker, 'file', { name: 'stock.csv', mimeType: 'text/csv' }, Buffer.from(LIST))
  for (const [name, attach] of [
    ['invoice', () => client.billing.invoices.addAttachment(known('invoice, issued'), { fileId })],
    ['bill', () => client.billing.bills.addAttachment(known('bill'), { fileId })],
    ['credit note', () => client.billing.creditNotes.addAttachment(known('credit note'), { fileId })],
    ['shipment', () => client.shipping.shipments.addAttachment(known('shipment'), { fileId })],
  ] as const)
    await change(`file is attached to the ${name}`, attach)
  const logo = { name: 'logo.png', mimeType: 'image/png', purpose: 'logo' } as const
  const logoId = await upload(maker, 'logo', logo, buildLogo())
  await change('logo is set', () => client.storage.logo.set({ fileId: logoId }))
  await once(
    'file, unfinished',
    async (options) =>
      (
        await client.storage.files.create(
          { name: 'terms.txt', mimeType: 'text/plain', sizeBytes: 5, sha256: hash('sha256', 'terms', 'hex') },
          options,
        )
      ).id,
  )
}

export const makePeople = async (maker: Maker): Promise<void> => {
  await makeMembers(maker)
  await makeServiceAccount(maker)
  await makeNotifying(maker)
  await makeFiles(maker)
}
