import { expect, inject, it } from 'vitest'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { waitFor } from '../../local/wait.ts'
import { nextMailTo } from '../support/mails.ts'
import { signInTo } from '../support/sign-in.ts'
import { type Answer, callTo, tableAt } from '../support/started.ts'

const { api, mail, dynamodb, lambda } = inject('stack')
const PASSWORD = 'everybody has their own'
const DAY_MS = 24 * 3600_000
const CURRENCIES = ['EUR', 'JPY'] as const

const anybody = callTo(api)

const mailedToken = async (email: string) => /token=([\w.-]+)/.exec((await nextMailTo(email, mail)).text)?.[1]

const signedIn = async (email: string) => {
  const { accessToken = '' } = await signInTo(api, email, PASSWORD)
  const { tid } = JSON.parse(Buffer.from(accessToken.split('.')[1] as string, 'base64url').toString())
  return { call: callTo(api, accessToken), tenant: tid }
}

const anOwner = async () => {
  const email = `settling.${Date.now()}@example.com`
  await anybody('POST', '/api/v1/iam/auth/register', { email, password: PASSWORD, firstName: 'Ada' })
  await anybody('POST', '/api/v1/iam/auth/verify-email', { token: await mailedToken(email) })
  return await signedIn(email)
}

const aFinanceMember = async (owner: Awaited<ReturnType<typeof anOwner>>) => {
  const email = `finance.${Date.now()}@example.com`
  await owner.call('POST', '/api/iam/members', { email, role: 'finance' })
  const token = await mailedToken(email)
  await anybody('POST', '/api/v1/iam/auth/accept-invitation', { token, password: PASSWORD, firstName: 'Grace' })
  return await signedIn(email)
}

const lastMonth = () => {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  return { first: first.toISOString().slice(0, 10), days: (n: number) => new Date(first.getTime() + n * DAY_MS) }
}

it('settles a month of charges by a rule, approves and pays it, and shows it in statement and inbox', async () => {
  const owner = await anOwner()
  const finance = await aFinanceMember(owner)
  await owner.call('PUT', '/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.fourEyes', value: true }],
  })
  const month = lastMonth()

  const partners: { id: string; owed: Record<string, number> }[] = []
  for (const name of ['Nordlicht', 'Südwind', 'Ostsee']) {
    const { id } = await owner.call('POST', '/api/partner/partners', { name })
    const owed: Record<string, number> = {}
    for (const [i, currency] of CURRENCIES.entries()) {
      const rule = { partnerId: id, scope: 'storage', basis: 'period', currency, periodType: 'monthly' }
      const made = await owner.call('POST', '/api/billing/auto-settlement-rules', rule)
      for (const day of [1, 12, 20, 27]) {
        const amount = (day === 20 ? -100 : 1000) * (partners.length + 1) + i
        owed[currency] = (owed[currency] ?? 0) + amount
        await owner.call('POST', '/api/billing/charges', {
          partnerId: id,
          scope: 'storage',
          chargeType: 'storage_fee',
          description: `Storage of day ${day + 1}`,
          amount,
          currency,
          occurredAt: month.days(day).toISOString(),
        })
      }
      // Dates the rule back by a month, because a rule begins with the period in which it is created.
      const key = { pk: partition(owner.tenant, 'auto-settlement-rule'), sk: made.id }
      const values = { ':first': month.first, ':due': month.days(0).toISOString() }
      await tableAt(dynamodb).update({ update: key, set: 'SET #nextPeriod = :first, #dueSk = :due', values })
    }
    partners.push({ id, owed })
  }

  const invoked = await fetch(`${lambda}/2015-03-31/functions/entrepot-dev-everyQuarterHourSettle/invocations`, {
    method: 'POST',
    body: '{}',
  })
  expect(invoked.status).toBe(200)

  for (const { id, owed } of partners) {
    const { member } = await finance.call('GET', `/api/billing/settlements?partnerId=${id}`)
    expect(Object.fromEntries(member.map((each: Answer) => [each.currency, each.totalAmount]))).toEqual(owed)
    for (const each of member) {
      expect(each).toMatchObject({ periodStartDate: month.first, lineItemCount: 4, periodType: 'monthly' })
      const path = `/api/billing/settlements/${each.id}`
      await finance.call('POST', `${path}/approve`, { notes: 'As agreed' })
      await owner.call('POST', `${path}/mark-paid`, { paymentReference: `SEPA ${each.settlementNumber}` })
    }
    const statement = await finance.call('GET', `/api/billing/partners/${id}/statement`)
    expect(statement.totalItems).toBe(2)
    for (const entry of statement.member) {
      const total = owed[entry.currency] as number
      expect(entry).toMatchObject({ openingBalance: 0, closingBalance: 0 })
      expect(entry.lines.map(({ kind, amount, runningBalance }: Answer) => [kind, amount, runningBalance])).toEqual([
        ['settlement', total, total],
        ['outgoing_payment', -total, 0],
      ])
    }
  }

  const settled = partners.length * CURRENCIES.length
  await waitFor('the inbox of who keeps the books', async () => {
    const { member } = await finance.call('GET', '/api/notification/notifications?limit=100')
    const count = (topic: string) => member.filter((each: Answer) => each.topic === topic).length
    return (
      ['finance.settlement.created', 'finance.settlement.posted', 'finance.settlement.paid'].every(
        (topic) => count(topic) === settled,
      ) && count('finance.outgoing_payment.completed') === settled
    )
  })
})
