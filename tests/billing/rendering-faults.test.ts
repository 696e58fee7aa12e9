import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { collectRecipients, getOutcome, type Mailing } from '../../lib/mailing/mailing.ts'
import { listMailings } from '../../lib/mailing/mailings.ts'
import { type App, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})
afterEach(() => useApp(undefined))

const usual = () => makeApp(readConfig())
const using = (change: (app: App) => Partial<App>) => {
  const app = usual()
  useApp({ ...app, ...change(app) })
}
const dies = () => Promise.reject(new Error('the machine is gone'))

const issued = () => anInvoice(member, { issueImmediately: true })
const render = (id: string) => member.post(`/api/billing/invoices/${id}/render`, {})
const listDocuments = async (subject: string) =>
  (await member.get(`/api/document/documents?subject=${encodeURIComponent(subject)}`)).body

describe('rendering that is killed', () => {
  test.each([
    ['before anything is stored', 0],
    ['between the PDF and the page', 1],
    ['after both are stored', 2],
  ])('%s leaves no document, and the next try makes the one that there should be', async (_when, stored) => {
    const invoice = await issued()
    let puts = 0
    using(({ files, db }) => ({
      files: { ...files, put: (...file) => (++puts > stored ? dies() : files.put(...file)) },
      db: { ...db, transact: dies },
    }))
    expect((await render(invoice.id)).status).toBe(500)
    useApp(undefined)
    expect((await listDocuments(invoice.documentSubject)).totalItems).toBe(0)
    const { body } = await render(invoice.id)
    const kept = await usual().files.get(body.storagePath)
    expect(kept.length).toBe(body.fileSize)
    expect((await listDocuments(invoice.documentSubject)).totalItems).toBe(1)
  })

  test('stores every file under its own tenant', async () => {
    const paths: string[] = []
    using(({ files }) => ({
      files: {
        ...files,
        put: (path, ...rest) => {
          paths.push(path)
          return files.put(path, ...rest)
        },
      },
    }))
    await render((await issued()).id)
    expect(paths).toHaveLength(2)
    for (const path of paths) expect(path).toMatch(new RegExp(`^tenants/${member.tenant}/documents/[0-9a-f]{64}\\.`))
  })
})

describe('a mail with documents', () => {
  const sent = async (id: string) => (await member.get(`/api/billing/invoices/${id}/sendings`)).body.member[0]
  const send = async (id: string) => {
    const { status } = await member.post(`/api/billing/invoices/${id}/send`, { to: ['books@example.com'] })
    expect(status).toBe(200)
  }
  /** Runs the worker as soon as a message arrives, whatever the outcome. */
  const work = () => drainEvents().catch(() => undefined)

  test('is not sent again for a repeated message once its server has accepted it', async () => {
    const invoice = await issued()
    await send(invoice.id)
    const mails: Mail[] = []
    using(() => ({ mail: { send: async (mail) => void mails.push(mail) } }))
    await drainEvents({ duplicate: true, shuffle: 7 })
    expect(mails).toHaveLength(1)
  })

  test('is sent by one worker at a time', async () => {
    const invoice = await issued()
    await send(invoice.id)
    const [mailing] = await listMailings(usual().db, member.tenant, invoice.documentSubject)
    const { sendMailing } = await import('../../lib/mailing/send-mailing.ts')
    const { createLog: logOf } = await import('../../lib/platform/log.ts')
    const mails: Mail[] = []
    const app: App = { ...usual(), mail: { send: async (mail) => void mails.push(mail) } }
    const key = mailing as Mailing
    await Promise.all(Array.from({ length: 10 }, () => sendMailing(app, key, app.clock(), logOf({}))))
    expect(mails).toHaveLength(1)
    expect((await sent(invoice.id)).status).toBe('sent')
    await work()
  })

  test('is retried later if its file cannot be read', async () => {
    const invoice = await issued()
    await send(invoice.id)
    using(({ files }) => ({ files: { ...files, get: dies } }))
    await work()
    expect(await sent(invoice.id)).toMatchObject({ status: 'queued', attempts: 1, failureReason: 'Error' })
  })
})

describe('recipients', () => {
  test('are listed once, where they are most visible', () => {
    expect(collectRecipients({ to: ['a@x'], cc: ['b@x', 'A@X'], bcc: ['B@x', 'c@x'] })).toEqual([
      { address: 'a@x', kind: 'to', status: 'queued' },
      { address: 'b@x', kind: 'cc', status: 'queued' },
      { address: 'c@x', kind: 'bcc', status: 'queued' },
    ])
  })

  test.each([
    [['sent', 'sent'], 'sent'],
    [['sent', 'failed'], 'partly_sent'],
    [['failed', 'failed'], 'failed'],
  ] as const)('of whom it was %s make it %s', (states, outcome) => {
    expect(getOutcome(states.map((status) => ({ address: 'a@x', kind: 'to', status })))).toBe(outcome)
  })
})
