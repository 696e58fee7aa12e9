import { describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aMember } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'
import { aDelivery, anAuthorizedReturn, RETURNS, request } from './returning.ts'

describe('a return slip', () => {
  it('names the return, the order, the goods and where they are sent to, in the given language', async () => {
    const member = await aMember()
    const { salesOrderId, sku, custodian } = await aDelivery(member)
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 2)
    const { status, body } = await member.post(`${RETURNS}/${made.id}/slip`, { locale: 'de_DE' })
    expect([status, body.type, body.number]).toEqual([201, 'return_slip', made.returnNumber])
    const [page] = (await readPdf(await app().files.get(body.storagePath))).pages
    for (const text of ['Rücksendeschein', 'DE-100045', sku, custodian.name, 'Ada Lovelace', 'in das Paket'])
      expect(page).toContain(text)
    expect((await member.post(`${RETURNS}/${made.id}/slip`, { locale: 'de_DE' })).body.id).toBe(body.id)
  })

  it('exists only while the return says where the goods are sent to', async () => {
    const member = await aMember()
    const { salesOrderId, sku } = await aDelivery(member)
    const { body: made } = await request(member, salesOrderId, sku, 1)
    expect((await member.post(`${RETURNS}/${made.id}/slip`)).status).toBe(409)
    await member.post(`${RETURNS}/${made.id}/authorize`)
    await member.post(`${RETURNS}/${made.id}/reject`, { reason: 'Too late' })
    expect((await member.post(`${RETURNS}/${made.id}/slip`)).status).toBe(409)
    expect((await member.post(`${RETURNS}/${made.id}/slip`, { locale: 'no locale' })).status).toBe(400)
    expect((await (await aMember()).post(`${RETURNS}/${made.id}/slip`)).status).toBe(404)
  })
})
