import { invoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { newId } from '../../../lib/platform/id.ts'
import { aTenantOf } from '../../../tests/notification/members.ts'
import type { Member } from '../../../tests/support/client.ts'
import { listItems, storedInvoice } from '../../../tests/support/fill.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'
import { aFile, begin, complete } from './uploading.ts'

const THOUSAND = 1000
/** A longer file is written in the background. */
const LONG = 3
const ROWS = 100
const SECOND_MS = 1000

let made = 0

const anOwner = async (): Promise<Member> => (await aTenantOf(['owner']))[0]

const fillInvoices = async ({ tenant }: Member, { store }: Platform, count: number) => {
  const now = Date.now()
  const partnerId = newId(new Date(now))
  const moments = Array.from({ length: count }, (_, place) => new Date(now - (count - place) * SECOND_MS))
  await store(
    listItems(
      invoices,
      tenant,
      moments.map((at) => storedInvoice(at, { partnerId })),
    ),
  )
}

const exportInvoices = (name: string, thousands: number, status: number): Operation => ({
  name,
  each: thousands,
  async prepare(platform) {
    const owner = await anOwner()
    await fillInvoices(owner, platform, thousands * THOUSAND)
    return async () => requireStatus(status, await owner.get('/api/billing/invoices/export'))
  },
})

const listPartners = (): string =>
  ['name,countryCode,defaultCurrency', ...Array.from({ length: ROWS }, () => `Teehaus ${++made} KG,DE,EUR`)].join(
    '\r\n',
  )

const CSV = { name: 'partners.csv', mimeType: 'text/csv', purpose: 'import' } as const

const aCsv = (owner: Member, platform: Platform, text: string) => aFile(owner, platform, { ...CSV, text })

const importPartners = async (owner: Member, fileId: string | undefined) =>
  requireStatus(201, await owner.post('/api/data-exchange/imports', { fileId, kind: 'partners' }))

export const dataExchange: readonly Operation[] = [
  {
    name: 'begin to upload a file',
    async prepare() {
      const owner = await anOwner()
      return () => begin(owner, { ...CSV, text: listPartners() })
    },
  },
  {
    name: 'complete an upload, with the check of the file',
    async prepare(platform) {
      const owner = await anOwner()
      const left = [
        await begin(owner, { ...CSV, text: listPartners() }),
        await begin(owner, { ...CSV, text: listPartners() }),
      ]
      return () => complete(owner, platform, left.pop() as (typeof left)[number])
    },
  },
  exportInvoices('export 1000 invoices, in the answer', 1, 200),
  exportInvoices('export 3000 invoices into a file, each 1000', LONG, 202),
  {
    name: 'import a row, with a new partner',
    each: ROWS,
    async prepare(platform) {
      const owner = await anOwner()
      const files = [await aCsv(owner, platform, listPartners()), await aCsv(owner, platform, listPartners())]
      return () => importPartners(owner, files.pop())
    },
  },
  {
    name: 'import a row, with nothing new',
    each: ROWS,
    async prepare(platform) {
      const owner = await anOwner()
      const rows = listPartners()
      await importPartners(owner, await aCsv(owner, platform, rows))
      await platform.drain()
      // Files with the same rows in other words, because they are imported once each.
      const files = [await aCsv(owner, platform, `${rows}\r\n`), await aCsv(owner, platform, `${rows}\n`)]
      return () => importPartners(owner, files.pop())
    },
  },
]
