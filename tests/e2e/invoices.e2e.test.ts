import { expect, inject, it } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { nextMailTo } from '../support/mails.ts'
import { readPdf } from '../support/pdf.ts'
import { signInTo } from '../support/sign-in.ts'
import { callTo } from '../support/started.ts'

const { api, mail } = inject('stack')

it('issues and sends an invoice, which anybody with its link can see and download', async () => {
  const { accessToken = '' } = await signInTo(api, 'demo@entrepot.example', 'demo-password')
  const call = callTo(api, accessToken)
  const to = `books.${Date.now()}@example.com`
  const partner = await call('POST', '/api/partner/partners', {
    name: '株式会社お茶の水商店',
    locale: 'ja_JP',
    billingContact: { email: to },
  })
  const invoice = await call('POST', '/api/billing/invoices', {
    partnerId: partner.id,
    dueDate: '2099-03-31',
    currencyCode: 'JPY',
    issueImmediately: true,
    lineItems: [{ description: '保管料', quantity: 12, unitPrice: 1800 }],
  })
  const document = await call('POST', `/api/billing/invoices/${invoice.id}/render`)
  const download = await fetch(`${api}/api/document/documents/${document.id}/download`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect([download.redirected, download.headers.get('content-type')]).toEqual([true, 'application/pdf'])
  expect(new URL(download.url).searchParams.get('response-content-disposition')).toContain(
    `filename="${invoice.invoiceNumber}.pdf"`,
  )
  const { pages } = await readPdf(Buffer.from(await download.arrayBuffer()))
  expect(pages[0]).toContain('請求書')
  expect(pages[0]).toContain('21,600')

  await call('POST', `/api/billing/invoices/${invoice.id}/send`, { channel: 'portal' })
  const { text } = await nextMailTo(to, mail)
  const [, path] = /(\/api\/document\/portal\/\S+)/.exec(text) ?? []
  const page = await fetch(`${api}${path}`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain(invoice.invoiceNumber)
  const pdf = await fetch(`${api}${path}/download`)
  expect(Buffer.from(await pdf.arrayBuffer()).length).toBe(document.fileSize)
  await waitFor('the sending to be noted', async () => {
    const { member } = await call('GET', `/api/billing/invoices/${invoice.id}/sendings`)
    return member[0].status === 'sent'
  })
})
