import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import type { Role } from '../../schemas/roles.ts'
import { aCamt } from '../billing/bank/camt.ts'
import { anXmlFile, STATEMENTS } from '../billing/bank/importing.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { aPng } from './content.ts'
import { expectReads as expectReadsOf, expectRefused, type Reader } from './matrix.ts'
import { aBill, aCreditNote } from './records.ts'
import { FILES } from './uploading.ts'

const READ = 'storage:file:read'

/** What each kind of file needs beside the scope of files. */
const NEEDS = {
  'of an invoice': ['billing:invoice:read'],
  'of a credit note': ['billing:credit_note:read'],
  'of a bill': ['billing:bill:read'],
  'of a shipment': ['shipping:shipment:read'],
  'of the logo': ['configuration:setting:read'],
  'of a bank statement': ['billing:bank_statement:read'],
  'of an import of partners': ['data_exchange:import:read', 'partner:partner:read'],
  'of an import of products': ['data_exchange:import:read', 'catalog:product:read', 'catalog:variant:read'],
  'of an import of variants': ['data_exchange:import:read', 'catalog:variant:read'],
  'of an import of stock': ['data_exchange:import:read', 'inventory:stock_item:read'],
  'of an import of prices': ['data_exchange:import:read', 'catalog:variant:read'],
  'of an import of orders': ['data_exchange:import:read', 'sales:order:read'],
  'unused, for an attachment': [
    ...['billing:invoice:read', 'billing:credit_note:read', 'billing:bill:read', 'shipping:shipment:read'],
  ],
  'unused, for a proof of delivery': ['shipping:shipment:read'],
  'unused, for a logo': ['configuration:setting:read'],
  'unused, for a bank statement': ['billing:bank_statement:read'],
  'unused, for an import': [
    ...['data_exchange:import:read', 'partner:partner:read', 'catalog:product:read', 'catalog:variant:read'],
    ...['inventory:stock_item:read', 'sales:order:read'],
  ],
} as const
type Kind = keyof typeof NEEDS

const KINDS = Object.keys(NEEDS) as Kind[]

const UNREADABLE: Readonly<Record<Role, readonly Kind[]>> = {
  owner: [],
  admin: [],
  viewer: [],
  finance: [
    ...(['of a shipment', 'of the logo', 'of an import of products', 'of an import of variants'] as const),
    ...(['of an import of stock', 'of an import of prices', 'of an import of orders'] as const),
    ...(['unused, for an attachment'] as const),
    ...(['unused, for a proof of delivery', 'unused, for a logo', 'unused, for an import'] as const),
  ],
  operations: [
    ...(['of an invoice', 'of a credit note', 'of a bill', 'of the logo', 'of a bank statement'] as const),
    ...(['unused, for an attachment', 'unused, for a logo', 'unused, for a bank statement'] as const),
  ],
}

const aLogoFile = (owner: Member) => aReadyFile(owner, aPng(), { mimeType: 'image/png', purpose: 'logo' })
const aTable = (owner: Member) =>
  aReadyFile(owner, Buffer.from('name\r\nA\r\n'), { name: 'rows.csv', mimeType: 'text/csv', purpose: 'import' })
const aStatementFile = (owner: Member) => anXmlFile(owner, aCamt({ entries: [] }))

const use = async (owner: Member, path: string, body: object, method: 'post' | 'put' = 'post') => {
  const { status, text } = await owner[method](path, body)
  if (status >= 300) throw new Error(text)
}

const attachedTo = async (owner: Member, record: string) => {
  const fileId = await aReadyFile(owner)
  await use(owner, `/api/${record}/attachments`, { fileId })
  return fileId
}

const aShipment = async (owner: Member) => {
  const deliveryAddress = { name: 'Ada Lovelace', line1: 'Kanalstr. 7', city: 'Hamburg', countryCode: 'DE' }
  const given = { orderNumber: 'DE-1', carrier: 'DHL', trackingNumber: '003401', deliveryAddress }
  return (await owner.post('/api/shipping/shipments', { ...given, lines: [{ sku: 'TEA', quantity: 2 }] })).body
}

const importedAs = (kind: string) => async (owner: Member) => {
  const fileId = await aTable(owner)
  await use(owner, '/api/data-exchange/imports', { fileId, kind })
  return fileId
}

const BUILD: Readonly<Record<Kind, (owner: Member) => Promise<string>>> = {
  'of an invoice': async (owner) => attachedTo(owner, `billing/invoices/${(await anInvoice(owner)).id}`),
  'of a credit note': async (owner) => attachedTo(owner, `billing/credit-notes/${(await aCreditNote(owner)).id}`),
  'of a bill': async (owner) => attachedTo(owner, `billing/bills/${(await aBill(owner)).id}`),
  'of a shipment': async (owner) => attachedTo(owner, `shipping/shipments/${(await aShipment(owner)).id}`),
  async 'of the logo'(owner) {
    const fileId = await aLogoFile(owner)
    await use(owner, '/api/storage/logo', { fileId }, 'put')
    return fileId
  },
  async 'of a bank statement'(owner) {
    const fileId = await aStatementFile(owner)
    await use(owner, STATEMENTS, { fileId, format: 'camt053' })
    return fileId
  },
  'of an import of partners': importedAs('partners'),
  'of an import of products': importedAs('products'),
  'of an import of variants': importedAs('variants'),
  'of an import of stock': importedAs('stock'),
  'of an import of prices': importedAs('prices'),
  'of an import of orders': importedAs('orders'),
  'unused, for an attachment': (owner) => aReadyFile(owner),
  'unused, for a proof of delivery': (owner) =>
    aReadyFile(owner, aPng(), { mimeType: 'image/png', purpose: 'proof_of_delivery' }),
  'unused, for a logo': aLogoFile,
  'unused, for a bank statement': aStatementFile,
  'unused, for an import': aTable,
}

let owner: Member
const ids = {} as Record<Kind, string>
const GUARDED = { path: FILES, content: 'content', read: READ, ids }
beforeAll(async () => {
  owner = await aMember()
  for (const kind of KINDS) ids[kind] = await BUILD[kind](owner)
}, 120_000)

const expectReads = (reader: Reader, kinds: readonly Kind[]) => expectReadsOf(reader, GUARDED, kinds)

describe('a file of each kind', () => {
  it.each(Object.keys(UNREADABLE) as Role[])('is read by the role %s as far as its scopes go', async (role) => {
    const member = await aMember({ tenant: owner.tenant, role })
    await expectReads(
      member,
      KINDS.filter((kind) => !UNREADABLE[role].includes(kind)),
    )
  })

  it('is read by no key that has a single scope', { timeout: 120_000 }, async () => {
    for (const scope of SCOPES) {
      const key = await aProgramOf(owner, [scope])
      if (scope === READ) await expectReads(key, [])
      else await expectRefused(key, GUARDED, scope)
    }
  })

  const named = [...new Set(Object.values(NEEDS).flat())]
  it.each(named)('that needs no other scope is read by a key of files with %s', async (scope) => {
    await expectReads(
      await aProgramOf(owner, [READ, scope]),
      KINDS.filter((kind) => NEEDS[kind].every((needed) => needed === scope)),
    )
  })

  it('is listed with no scope that is not named', { timeout: 120_000 }, async () => {
    for (const scope of SCOPES.filter((each) => !(named as readonly string[]).includes(each))) {
      const { status, body } = await (await aProgramOf(owner, [...new Set([READ, scope])])).get(FILES)
      expect([status, body.totalItems, body.member], scope).toEqual([200, 0, []])
    }
  })

  it.each(KINDS)('%s is read with exactly its scopes, and lacks none', { timeout: 60_000 }, async (kind) => {
    const needed: readonly string[] = NEEDS[kind]
    await expectReads(
      await aProgramOf(owner, [READ, ...needed]),
      KINDS.filter((each) => NEEDS[each].every((scope) => needed.includes(scope))),
    )
    for (const lacking of needed) {
      const key = await aProgramOf(owner, [READ, ...needed.filter((scope) => scope !== lacking)])
      expect((await key.get(`${FILES}/${ids[kind]}`)).status, lacking).toBe(404)
    }
  })
})
