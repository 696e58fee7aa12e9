import { beforeAll, describe, expect, it } from 'vitest'
import { bankEntries } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { bankStatements } from '../../../lib/billing/bank-statements/bank-statement-store.ts'
import { storeEntries } from '../../../lib/billing/bank-statements/store-entries.ts'
import { app } from '../../../lib/platform/app/app.ts'
import { recount } from '../../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../../lib/platform/store/recount/recount-tenants.ts'
import { aReadyFile } from '../../generated/file-fixtures.ts'
import { FILES } from '../../storage/uploading.ts'
import { aMember, type Member } from '../../support/client.ts'
import { dyingAt } from '../../support/dying.ts'
import { drainEvents } from '../../support/workers.ts'
import { aCamt } from './camt.ts'
import {
  aCsvFile,
  anXmlFile,
  ENTRIES,
  finishImport,
  importCamt,
  importEntries,
  MAPPINGS,
  STATEMENTS,
} from './importing.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const MAPPING = {
  delimiter: ';',
  encoding: 'utf-8',
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  currency: 'EUR',
  columns: { date: 'Tag', amount: 'Betrag', name: 'Name' },
}
const CSV = { account: 'DE89370400440532013000' }
const get = async (id: string) => (await member.get(`${STATEMENTS}/${id}`)).body

describe('a bank statement', () => {
  it('is imported from a file, whose entries are stored by the workers', async () => {
    const own = await aMember()
    const entries = Array.from({ length: 40 }, (_, i) => ({ reference: `R${i}`, amount: `${i + 1}.00` }))
    const { status, body } = await importCamt(own, { opening: '100.00', entries })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'reading', format: 'camt053', entryCount: 40, fileName: 'statement.xml' })
    expect(body.balances).toMatchObject([
      { openingBalance: 10_000, closingBalance: 92_000, credits: 82_000, debits: 0, entryCount: 40 },
    ])
    await drainEvents({ duplicate: true })
    expect((await own.get(`${STATEMENTS}/${body.id}`)).body).toMatchObject({
      status: 'ready',
      readCount: 40,
      addedCount: 40,
      knownCount: 0,
    })
    const listed = (await own.get(`${STATEMENTS}/${body.id}/entries?itemsPerPage=100`)).body
    expect(listed.totalItems).toBe(40)
    expect(listed.member.map(({ amount }: { amount: number }) => amount)).toEqual(
      Array.from({ length: 40 }, (_, i) => (40 - i) * 100),
    )
  })

  it('is imported once for each content, and its file stays in use', async () => {
    const xml = aCamt({ entries: [{ reference: 'once' }] })
    const [first, second] = [await anXmlFile(member, xml), await anXmlFile(member, xml)]
    expect((await member.post(STATEMENTS, { fileId: first, format: 'camt053' })).status).toBe(201)
    for (const fileId of [first, second])
      expect((await member.post(STATEMENTS, { fileId, format: 'camt053' })).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await member.delete(`${FILES}/${first}`)).status).toBe(409)
    expect((await member.delete(`${FILES}/${second}`)).status).toBe(204)
  })

  it('adds only entries that no earlier file contained; two equal payments of one day stay two', async () => {
    const own = await aMember()
    const twins = [{ text: 'rent' }, { text: 'rent' }]
    const first = await importCamt(own, { entries: [{ text: 'old', booked: '2026-03-01' }, ...twins] })
    await finishImport(own, first.body.id)
    const next = await importCamt(own, {
      opening: '119.00',
      entries: [...twins, { text: 'new', booked: '2026-03-03' }],
    })
    await finishImport(own, next.body.id)
    expect((await own.get(`${STATEMENTS}/${next.body.id}`)).body).toMatchObject({
      addedCount: 1,
      knownCount: 2,
      readCount: 3,
    })
    expect((await own.get(ENTRIES)).body.totalItems).toBe(4)
  })

  it('of which two overlapping files are read at the same time has each entry once', async () => {
    const own = await aMember()
    const entries = Array.from({ length: 20 }, (_, i) => ({ reference: `R${i}` }))
    const statements = await Promise.all([importCamt(own, { entries }), importCamt(own, { entries })])
    await Promise.all(statements.map(({ body }) => finishImport(own, body.id)))
    expect((await own.get(ENTRIES)).body.totalItems).toBe(20)
    const read = await Promise.all(statements.map(async ({ body }) => (await own.get(`${STATEMENTS}/${body.id}`)).body))
    expect(read.map(({ status }) => status)).toEqual(['ready', 'ready'])
    expect(read.reduce((sum, { addedCount }) => sum + addedCount, 0)).toBe(20)
  })

  it('whose reader is killed at any step loses and doubles no entry', async () => {
    const own = await aMember()
    const entries = Array.from({ length: 50 }, (_, i) => ({ reference: `R${i}` }))
    const { body } = await importCamt(own, { entries })
    const data = { tenant: own.tenant, statementId: body.id }
    for (const [transaction, after] of [
      [1, false],
      [1, true],
      [2, false],
      [2, true],
    ] as const)
      await expect(storeEntries(dyingAt(transaction, after), data, app().clock())).rejects.toThrow('killed')
    await storeEntries(app(), data, app().clock(), 1)
    await storeEntries(app(), data, app().clock())
    await storeEntries(app(), data, app().clock())
    expect((await own.get(`${STATEMENTS}/${body.id}`)).body).toMatchObject({
      status: 'ready',
      readCount: 50,
      addedCount: 50,
    })
    expect((await own.get(ENTRIES)).body.totalItems).toBe(50)
    for (const kind of [toAnyEntity(bankEntries), toAnyEntity(bankStatements)])
      expect(
        await recount({ db: app().db, kind, tenant: own.tenant, repair: false, found: () => {} }, () => true),
      ).toMatchObject({ differences: 0 })
  })

  it('whose balances contradict its entries is refused with the figures, and nothing is stored', async () => {
    const own = await aMember()
    const { status, body } = await importCamt(own, { opening: '10.00', closing: '100.00', entries: [{}] })
    expect(status).toBe(400)
    expect(body.violations).toEqual([
      { propertyPath: 'fileId', message: expect.stringMatching(/10\.00 EUR.*119\.00 EUR.*129\.00 EUR.*100\.00 EUR/) },
    ])
    expect((await own.get(STATEMENTS)).body.totalItems).toBe(0)
  })

  it('without entries is ready at once', async () => {
    expect((await importCamt(member, { entries: [] })).body).toMatchObject({ status: 'ready', entryCount: 0 })
  })

  it('in Latin-1 is read as it declares', async () => {
    const xml = aCamt({ entries: [{ name: 'Müller & Söhne', reference: 'latin' }] }, '02', 'ISO-8859-1')
    const fileId = await anXmlFile(member, Buffer.from(xml, 'latin1'))
    const { body } = await member.post(STATEMENTS, { fileId, format: 'camt053' })
    await finishImport(member, body.id)
    const [entry] = (await member.get(`${STATEMENTS}/${body.id}/entries`)).body.member
    expect(entry.counterpartyName).toBe('Müller & Söhne')
  })

  it('needs a ready file of its purpose and type', async () => {
    const attachment = await aReadyFile(member, Buffer.from(aCamt({})), { mimeType: 'application/xml' })
    const foreign = await anXmlFile(await aMember(), aCamt({ entries: [{ text: 'foreign' }] }))
    const csv = await aCsvFile(member, ['Tag;Betrag', '01.03.2026;1,00'])
    for (const [fileId, format] of [
      [attachment, 'camt053'],
      [foreign, 'camt053'],
      [csv, 'camt053'],
    ])
      expect((await member.post(STATEMENTS, { fileId, format })).body.violations).toMatchObject([
        { propertyPath: 'fileId' },
      ])
  })

  it('is found by its own tenant only, and listed by status', async () => {
    const own = await aMember()
    const { body } = await importCamt(own, { entries: [{}] })
    const stranger = await aMember()
    for (const path of [`${STATEMENTS}/${body.id}`, `${STATEMENTS}/${body.id}/entries`])
      expect((await stranger.get(path)).status).toBe(404)
    expect((await own.get(`${STATEMENTS}?status=reading`)).body.totalItems).toBe(1)
    await finishImport(own, body.id)
    expect((await own.get(`${STATEMENTS}?status=reading`)).body.totalItems).toBe(0)
    expect((await own.get(`${STATEMENTS}?status=ready`)).body.totalItems).toBe(1)
  })
})

describe('a CSV', () => {
  const rows = ['Tag;Betrag;Name', '02.03.2026;119,00;Ada', '03.03.2026;-5,00;Bank']

  it('is imported with a mapping of its columns', async () => {
    const fileId = await aCsvFile(member, rows)
    const csv = { ...CSV, mapping: MAPPING, openingBalance: 1000, closingBalance: 12_400 }
    const { status, body } = await member.post(STATEMENTS, { fileId, format: 'csv', csv })
    expect(status).toBe(201)
    await finishImport(member, body.id)
    expect(await get(body.id)).toMatchObject({ status: 'ready', addedCount: 2 })
  })

  it('is imported with a mapping that is kept under a name', async () => {
    const own = await aMember()
    const kept = await own.post(MAPPINGS, { name: 'Hausbank', ...MAPPING })
    expect(kept.status).toBe(201)
    expect((await own.post(MAPPINGS, { name: ' hausbank ', ...MAPPING })).body.errorCode).toBe('ALREADY_EXISTS')
    const fileId = await aCsvFile(own, rows)
    const csv = { ...CSV, mappingId: kept.body.id }
    const { body } = await own.post(STATEMENTS, { fileId, format: 'csv', csv })
    expect((await own.delete(`${MAPPINGS}/${kept.body.id}`)).status).toBe(204)
    await finishImport(own, body.id)
    expect((await own.get(`${STATEMENTS}/${body.id}`)).body).toMatchObject({ addedCount: 2 })
  })

  it('whose balances do not fit, or whose rows are faulty, is refused', async () => {
    const fileId = await aCsvFile(member, [...rows, '04.03.2026;1,00;x'])
    const post = (csv: object) => member.post(STATEMENTS, { fileId, format: 'csv', csv: { ...CSV, ...csv } })
    const balances = { mapping: MAPPING, openingBalance: 0, closingBalance: 1 }
    expect((await post(balances)).body.violations[0].message).toContain('0.01 EUR')
    const other = { mapping: { ...MAPPING, dateFormat: 'YYYYMMDD' } }
    expect((await post(other)).body.violations.map(({ message }: { message: string }) => message.slice(0, 5))).toEqual([
      'Row 1',
      'Row 2',
      'Row 3',
    ])
  })

  it.each([
    ['camt053', {}, ':20:STARTUMSE\r\n:25:10020030/1234567\r\n:28C:00001/001\r\n:60F:C261126EUR10,00\r\n'],
    [
      'csv',
      { csv: { ...CSV, mapping: MAPPING } },
      '{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n:20:951110\n:25:DE02120300000000202051\n:28C:1\n',
    ],
  ])('that is an MT940 is refused as such, with the formats that are read, also as %s', async (format, csv, text) => {
    const fileId = await aReadyFile(member, Buffer.from(text), {
      ...{ name: 'umsatz.sta', mimeType: 'text/plain', purpose: 'bank_statement' },
    })
    const { status, body } = await member.post(STATEMENTS, { fileId, format, ...csv })
    expect(status).toBe(400)
    expect(body.violations).toEqual([
      {
        propertyPath: 'fileId',
        message: expect.stringMatching(/MT940, which is not read.* CAMT\.053.* CAMT\.052.* CSV/),
      },
    ])
  })

  it.each<[object, string[]]>([
    [{ format: 'csv' }, ['csv']],
    [{ format: 'camt053', csv: { ...CSV, mapping: MAPPING } }, ['csv']],
    [{ format: 'csv', csv: CSV }, ['csv.mapping']],
    [{ format: 'csv', csv: { ...CSV, mapping: MAPPING, mappingId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C' } }, ['csv.mapping']],
    [{ format: 'csv', csv: { ...CSV, mappingId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C' } }, ['csv.mappingId']],
    [
      { format: 'csv', csv: { ...CSV, mapping: { ...MAPPING, currency: null, columns: { date: 'Tag', debit: 'x' } } } },
      ['csv.mapping.columns.amount', 'csv.mapping.currency'],
    ],
  ])('is refused with all violations: %j', async (given, paths) => {
    const fileId = await aCsvFile(member, rows)
    const { status, body } = await member.post(STATEMENTS, { fileId, ...given })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual(paths)
  })
})

describe('entries', () => {
  it('are listed by status and partner', async () => {
    const own = await aMember()
    const [first] = await importEntries(own, { reference: 'a' }, { reference: 'b' })
    expect((await own.get(`${ENTRIES}?status=open`)).body.totalItems).toBe(2)
    await own.post(`${ENTRIES}/${first?.id}/ignore`)
    expect((await own.get(`${ENTRIES}?status=open`)).body.totalItems).toBe(1)
    expect((await own.get(`${ENTRIES}?status=ignored`)).body.member).toMatchObject([{ id: first?.id }])
    expect((await own.get(`${STATEMENTS}/${first?.statementId}/entries?status=ignored`)).body.totalItems).toBe(1)
  })
})
