import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { signInTo } from '../support/sign-in.ts'

const { api } = inject('stack')

/** Signs in and returns how to call the API; a request that is refused because the machine is busy is repeated. */
const signedIn = async () => {
  const { accessToken } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  return async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      // Makes it safe to repeat a change that may have been made.
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    }
    for (let refusals = 0; ; refusals++) {
      const answer = await fetch(`${api}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const told = text ? JSON.parse(text) : undefined
      if (answer.status !== 503) return { status: answer.status, body: told, refusals }
      expect([told.errorCode, answer.headers.has('x-request-id')]).toEqual(['UNAVAILABLE', true])
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      await wait(seconds * 1000)
    }
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => i)
const countRefusals = (answers: readonly { refusals: number }[]) =>
  answers.reduce((sum, { refusals }) => sum + refusals, 0)

it('issues 50 invoices of one sequence simultaneously without a gap', async () => {
  const call = await signedIn()
  const { body: partner } = await call('POST', '/api/partner/partners', { name: 'Fifty at once' })
  const draft = {
    partnerId: partner.id,
    dueDate: '2099-03-31',
    currencyCode: 'EUR',
    lineItems: [{ description: 'One', quantity: 1, unitPrice: 100 }],
  }
  const drafts: { id: string }[] = []
  for (const _ of numbered(50)) drafts.push((await call('POST', '/api/billing/invoices', draft)).body)
  const issue = async ({ id }: { id: string }) => {
    const answer = await call('POST', `/api/billing/invoices/${id}/issue`, {})
    // A draft is issued once, so a repeated request finds that the one before it has issued it after all.
    if (answer.status !== 409 || !answer.refusals) return answer
    return { ...(await call('GET', `/api/billing/invoices/${id}`)), refusals: answer.refusals }
  }
  const begun = Date.now()
  const answers = await Promise.all(drafts.map(issue))
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`50 were issued in ${seconds} s, ${countRefusals(answers)} requests were refused meanwhile\n`)
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200)
  const places = answers.map(({ body }) => Number(/(\d+)$/.exec(body.invoiceNumber)?.[1])).sort((a, b) => a - b)
  expect(places).toEqual(places.map((_, i) => (places[0] ?? 0) + i))
  const audit = await call('GET', '/api/billing/number-audit')
  expect([audit.status, audit.body.isComplete]).toEqual([200, true])
})

it('answers 64 simultaneous requests correctly, half of them writes in several modules', async () => {
  const call = await signedIn()
  const write = (i: number) =>
    i % 2
      ? call('POST', '/api/partner/partners', { name: `Parallel ${i}` })
      : call('POST', '/api/catalog/assortments', { name: `Parallel ${i} ${Date.now()}` })
  const read = (i: number) =>
    call('GET', ['/api/partner/partners', '/api/warehousing/custodians', '/api/billing/invoices'][i % 3] as string)
  const [writes, reads] = await Promise.all([Promise.all(numbered(32).map(write)), Promise.all(numbered(32).map(read))])
  process.stdout.write(`64 were answered, ${countRefusals([...writes, ...reads])} requests were refused meanwhile\n`)
  for (const { status, body } of writes) expect(status, JSON.stringify(body)).toBe(201)
  for (const { status, body } of reads) expect(status, JSON.stringify(body)).toBe(200)
  for (const { body } of writes) {
    const { status, body: found } = await call('GET', body['@id'])
    expect([status, found.name]).toEqual([200, body.name])
  }
})
