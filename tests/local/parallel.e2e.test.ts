import { expect, inject, it } from 'vitest'
import { signInTo } from '../support/sign-in.ts'

const { api } = inject('stack')

const signedIn = async () => {
  const { accessToken } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Checks that a 503 says when to try again. */
const isTrue = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 503 ? headers.has('retry-after') && headers.has('x-request-id') : status < 500

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
  const begun = Date.now()
  const answers = await Promise.all(drafts.map(({ id }) => call('POST', `/api/billing/invoices/${id}/issue`, {})))
  const issued = answers.filter(({ status }) => status === 200)
  process.stdout.write(`${issued.length} of 50 were issued in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
  for (const answer of answers) {
    expect(isTrue(answer), `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true)
    expect([200, 503]).toContain(answer.status)
  }
  expect(issued.length).toBeGreaterThan(0)
  const places = issued.map(({ body }) => Number(/(\d+)$/.exec(body.invoiceNumber)?.[1])).sort((a, b) => a - b)
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
  const answers = await Promise.all(
    numbered(32).flatMap((i) => [
      write(i).then((answer) => ({ ...answer, wrote: true })),
      read(i).then((answer) => ({ ...answer, wrote: false })),
    ]),
  )
  for (const answer of answers) {
    expect(isTrue(answer), `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true)
    if (answer.status !== 503) expect(answer.status).toBe(answer.wrote ? 201 : 200)
    expect(answer.body).toHaveProperty(answer.status === 503 ? 'errorCode' : '@id')
  }
  const made = answers.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  for (const { body } of made) {
    const { status, body: found } = await call('GET', body['@id'])
    expect([status, found.name]).toEqual([200, body.name])
  }
})
