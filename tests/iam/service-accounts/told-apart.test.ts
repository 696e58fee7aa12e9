import { beforeAll, describe, expect, it } from 'vitest'
import { ROW_KINDS } from '../../../functions/data-exchange/imports/row-kinds.ts'
import { runImport } from '../../../lib/data-exchange/imports/run-import.ts'
import { app } from '../../../lib/platform/app/app.ts'
import { entriesOf } from '../../audit/trail.ts'
import { aBill, act, aPayee, aPayer, ofRun, run, scheduledBills } from '../../billing/paying-bills.ts'
import { aCharge, of, settle } from '../../billing/settling.ts'
import { aReadyFile } from '../../generated/file-fixtures.ts'
import { aProgramOf, type Member } from '../../support/client.ts'

let owner: Member
let program: Member
let partner: { id: string }
beforeAll(async () => {
  owner = await aPayer()
  program = await aProgramOf(owner)
  partner = await aPayee(owner)
})

const aSettlement = async () => {
  await aCharge(owner, partner.id)
  return (await settle(owner, partner.id)).body
}

const anEndpoint = (by: Member) =>
  by.post('/api/notification/webhook-endpoints', { name: 'ERP', url: 'https://erp.example.com/hooks', topics: null })

const onBill = async (by: Member, action: string) => await act(by, await aBill(owner, partner.id), action)

const aRun = async (by: Member) =>
  await run(by, { billIds: (await scheduledBills(owner, partner.id, [1000])).map(({ id }) => id) })

const aFile = async (by: Member, purpose = 'attachment', text = 'name\r\nNordlicht\r\n') => {
  const id = await aReadyFile(by, Buffer.from(text), { name: 'rows.csv', mimeType: 'text/csv', purpose })
  return await by.get(`/api/storage/files/${id}`)
}

const anImport = async (by: Member, text = 'name\r\nNordlicht\r\n') => {
  const { body } = await aFile(by, 'import', text)
  return await by.post('/api/data-exchange/imports', { fileId: body.id, kind: 'partners' })
}

type Doing = (by: Member) => Promise<{ status: number; text: string; body: Record<string, unknown> }>

const DOINGS: [string, Doing][] = [
  ['approvedBy', async (by) => by.post(of(await aSettlement(), 'approve'))],
  ['rejectedBy', async (by) => by.post(of(await aSettlement(), 'reject'), { reason: 'Wrong' })],
  ['reviewedBy', (by) => onBill(by, 'review')],
  ['approvedBy', (by) => onBill(by, 'approve')],
  ['disputedBy', (by) => onBill(by, 'dispute')],
  ['createdBy', aRun],
  ['submittedBy', async (by) => by.post(ofRun((await aRun(owner)).body, 'submit'))],
  ['cancelledBy', async (by) => by.post(ofRun((await aRun(owner)).body, 'cancel'))],
  ['createdBy', anEndpoint],
  ['uploadedBy', aFile],
  ['requestedBy', anImport],
]

describe('an answer', () => {
  it.each(DOINGS)('says in %s whether a person or a service account did it', async (name, doing) => {
    for (const [by, type] of [
      [owner, 'person'],
      [program, 'service_account'],
    ] as const) {
      const { status, body, text } = await doing(by)
      expect([200, 201], text).toContain(status)
      expect([body[name], body[`${name}Type`]]).toEqual([by.identity, type])
    }
  })

  it('says so of what a task does for a service account', async () => {
    const { body } = await anImport(program, 'name\r\nElbe Logistik\r\n')
    await runImport(app(), { tenant: owner.tenant, importId: body.id }, app().clock(), ROW_KINDS)
    const entries = await entriesOf(owner, `actorId=${program.identity}&resourceType=partner&limit=100`)
    expect(entries).toMatchObject([{ action: 'create', actorType: 'service_account' }])
  })
})
