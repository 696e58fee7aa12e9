import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMember, type Member } from '../../support/client.ts'
import { aCamt } from './camt.ts'
import { anXmlFile, ENTRIES, finishImport, importCamt, importCsv, STATEMENTS } from './importing.ts'
import {
  aSplit,
  describeEntries,
  describeTruths,
  type Given,
  LAYOUTS,
  type LayoutName,
  MAPPED,
  writeFile,
} from './overlapping.ts'

const MAPPING = { delimiter: ';', encoding: 'utf-8', decimalSeparator: ',', dateFormat: 'DD.MM.YYYY', currency: 'EUR' }
const ANNA = '02.11.2026;50,00;Anna Muster;DE02120300000000202051;Danke'
const BERT = '02.11.2026;50,00;Bert Beispiel;DE02500105170137075030;Danke'

const list = async (member: Member) => (await member.get(`${ENTRIES}?itemsPerPage=100`)).body.member

let files = 0

const importFile = async (member: Member, given: Given) => {
  const { layout } = given
  const text = writeFile(given)
  // A row without a day keeps a CSV of which another has the same content from being refused.
  if (layout === 'csv' || layout === 'csvWithoutAccount') {
    if (given.members.length) await importCsv(member, [text, `;;${++files}`], { ...MAPPING, columns: MAPPED[layout] })
    return
  }
  const fileId = await anXmlFile(member, `${text}<!-- ${++files} -->`)
  const { status, body } = await member.post(STATEMENTS, { fileId, format: LAYOUTS[layout].format })
  expect(status).toBe(201)
  await finishImport(member, body.id)
}

describe('files that overlap', () => {
  const columns = { date: 'Tag', amount: 'Betrag', name: 'Name', iban: 'IBAN', text: ['Zweck'] }
  const mapping = { ...MAPPING, columns }
  const header = 'Tag;Betrag;Name;IBAN;Zweck'

  it('add each payer once, in whatever order they list them, and two equal payments of one payer twice', async () => {
    const member = await aMember()
    await importCsv(member, [header, ANNA], mapping)
    expect(await importCsv(member, [header, BERT, ANNA], mapping)).toMatchObject({ addedCount: 1, knownCount: 1 })
    expect(await importCsv(member, [header, ANNA, BERT], mapping)).toMatchObject({ addedCount: 0, knownCount: 2 })
    expect(await importCsv(member, [header, ANNA, BERT, ANNA], mapping)).toMatchObject({ addedCount: 1, knownCount: 2 })
    const names = (await list(member)).map(({ counterpartyName }: { counterpartyName: string }) => counterpartyName)
    expect(names.sort()).toEqual(['Anna Muster', 'Anna Muster', 'Bert Beispiel'])
  })

  it('complete an entry by what a file of other columns says, and tell it apart from then on', async () => {
    const member = await aMember()
    const { iban: _iban, ...few } = columns
    const withoutAccount = { ...MAPPING, columns: few }
    await importCsv(member, [header, ANNA], withoutAccount)
    expect(await importCsv(member, [header, ANNA, ''], mapping)).toMatchObject({ addedCount: 0, knownCount: 1 })
    expect(await list(member)).toMatchObject([{ counterpartyAccount: 'DE02120300000000202051' }])
    const namesake = ANNA.replace('DE02120300000000202051', 'DE02500105170137075030')
    expect(await importCsv(member, [header, namesake], mapping)).toMatchObject({ addedCount: 1 })
    expect(await importCsv(member, [header, ANNA, namesake, ''], withoutAccount)).toMatchObject({ addedCount: 0 })
  })

  it('of a day and of its end add each entry once, and a pending one when it is booked', async () => {
    const member = await aMember()
    const entries = [{ text: 'first' }, { text: 'second', status: '<Cd>PDNG</Cd>' }]
    const fileId = await anXmlFile(member, aCamt({ entries }, '08', 'UTF-8', 'camt052'))
    const report = await member.post(STATEMENTS, { fileId, format: 'camt052' })
    await finishImport(member, report.body.id)
    expect(await list(member)).toHaveLength(1)
    const statement = await importCamt(member, { entries: [{ text: 'second' }, { text: 'first' }] })
    await finishImport(member, statement.body.id)
    expect((await list(member)).map(({ text }: { text: string }) => text).sort()).toEqual(['first', 'second'])
  })

  it('of any layouts and in any order give exactly the payments that happened', async () => {
    await fc.assert(
      fc.asyncProperty(aSplit(Object.keys(LAYOUTS) as LayoutName[], true, 3), async ({ truths, files: given }) => {
        const member = await aMember()
        for (const file of given) await importFile(member, file)
        expect(describeEntries(await list(member))).toEqual(describeTruths(truths))
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })
})
