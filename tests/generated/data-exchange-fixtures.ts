import { COLLECTIONS } from '../../functions/data-exchange/exports/collections.ts'
import { ROW_KINDS } from '../../functions/data-exchange/imports/row-kinds.ts'
import { createExportLink } from '../../lib/data-exchange/exports/export-link.ts'
import { findExport } from '../../lib/data-exchange/exports/export-store.ts'
import { requestExport } from '../../lib/data-exchange/exports/request-export.ts'
import { writeExport } from '../../lib/data-exchange/exports/write-export.ts'
import { runImport } from '../../lib/data-exchange/imports/run-import.ts'
import { app } from '../../lib/platform/app/app.ts'
import { storeMembership } from '../data-exchange/exporting.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aReadyFile } from './file-fixtures.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const request = async ({ tenant, identity: actor }: Member) =>
  await requestExport(
    app(),
    { tenant, actor, now: app().clock() },
    {
      collection: 'invoices',
      scope: 'billing:invoice:read',
      format: 'csv',
      bom: false,
      filters: { status: 'draft' },
      filename: 'invoices.csv',
    },
  )

/** Writes an export, as the worker leaves it. */
const aReadyExport = async (member: Member) => {
  const { id } = await request(member)
  await writeExport(app(), { tenant: member.tenant, exportId: id }, app().clock(), COLLECTIONS)
  return id
}

const withExport: Fixture = async (member) => ({ params: { id: await aReadyExport(member) } })

const anImportFile = (member: Member) =>
  aReadyFile(member, Buffer.from('name,countryCode\nNordlicht,Germany\n'), {
    ...{ name: 'partners.csv', mimeType: 'text/csv', purpose: 'import' },
  })

const anImport = async (member: Member) => {
  const fileId = await anImportFile(member)
  const { body } = await member.post('/api/data-exchange/imports', { fileId, kind: 'partners' })
  await runImport(app(), { tenant: member.tenant, importId: body.id }, app().clock(), ROW_KINDS)
  return { params: { id: body.id } }
}

const withInvoices: Fixture = async (member) => {
  await anInvoice(member)
  return { query: 'format=csv&status=draft' }
}

const withSettlement: Fixture = async (member) => {
  const { id: partnerId } = await aPartner(member)
  const { body } = await member.post('/api/billing/settlements', { partnerId, basis: 'ad_hoc', currency: 'EUR' })
  return { params: { id: body.id }, query: 'format=csv' }
}

const withConsultant: Fixture = async (member) => {
  const settings = [
    { key: 'billing.datevConsultant', value: 29098 },
    { key: 'billing.datevClient', value: 55003 },
  ]
  await member.put('/api/configuration/settings/bulk', { settings })
  return { query: 'from=2026-03-01&to=2026-03-31' }
}

const all: Fixture = async () => ({ query: 'format=csv&bom=true' })

export const DATA_EXCHANGE_FIXTURES: Readonly<Record<string, Fixture>> = {
  exportOrders: all,
  exportCustomers: all,
  exportOrderRows: all,
  exportInvoices: withInvoices,
  exportCreditNotes: all,
  exportBills: all,
  exportPayments: all,
  exportCharges: all,
  exportLedger: async (member) => ({
    query: `account=receivable&kind=invoice&currency=EUR&postedFrom=2026-01-01&partnerId=${(await aPartner(member)).id}`,
  }),
  exportOneStopShop: async () => ({ query: 'quarter=2026-Q4&format=csv' }),
  exportSettlementLines: withSettlement,
  exportPartnerStatement: async (member) => ({
    params: { partnerId: (await aPartner(member)).id },
    query: 'currency=EUR&format=csv',
  }),
  exportDatevPostings: withConsultant,
  listExports: withExport,
  getExport: withExport,
  getExportContent: withExport,
  followExportLink: async () => {
    const member = await aMember()
    await storeMembership(member)
    const id = await aReadyExport(member)
    const found = await findExport(app().db, member.tenant, id)
    if (!found) throw new Error('the export is gone')
    const link = await createExportLink(app(), member.tenant, found)
    return { params: { token: link.slice(link.lastIndexOf('/') + 1) } }
  },
  listImports: anImport,
  createImport: async (member) => ({
    body: { fileId: await anImportFile(member), kind: 'partners' },
    other: { fileId: await anImportFile(member), kind: 'partners', dryRun: true },
  }),
  getImport: anImport,
  listImportErrors: anImport,
}
