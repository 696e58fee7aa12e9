import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EInvoiceFormat } from '../../schemas/billing/sending/e-invoice.ts'
import { findValidator, validateFolder } from '../e-invoices/find-validator.ts'
import { ownFolder } from '../support/folder.ts'
import { runSeed } from '../support/seed.ts'
import { liveAYear } from './business/live-a-year.ts'
import { must, type World } from './business/world.ts'

const DOCUMENTS = Number(process.env.E_INVOICES_OF_YEARS ?? 500)
const ORDERS = 200
const MS_PER_YEAR = 600_000

process.env.LOG_LEVEL = 'SILENT'

const validator = await findValidator()
const path = 'path' in validator ? validator.path : ''

/** One for each syntax. */
const FORMATS = ['en16931-ubl', 'xrechnung-cii'] as const satisfies readonly EInvoiceFormat[]

interface Written {
  name: string
  xml: string
}

const isFurther = ({ lineItems }: { lineItems: { description: string }[] }) =>
  lineItems.some(({ description }) => description.startsWith('Change of order'))

/** Downloads the e-invoice of a document; throws with all that it lacks if it has none. */
const download = async ({ clerk }: World, kind: 'invoices' | 'credit-notes', id: string, format: EInvoiceFormat) => {
  const { status, headers, text } = await clerk.get(`/api/billing/${kind}/${id}/e-invoice?format=${format}`)
  if (status !== 302) throw new Error(`the e-invoice of ${id} was answered with ${status}: ${text}`)
  return await (await fetch(headers.Location as string)).text()
}

/** Writes the e-invoices of what was issued in a year, and counts by kind what they are of. */
const writeYear = async (world: World, counts: Record<string, number>): Promise<Written[]> => {
  const written: Written[] = []
  const add = async (kind: 'invoices' | 'credit-notes', { id }: { id: string }) => {
    const body = await must(world.clerk.get(`/api/billing/${kind}/${id}`))
    if (body.status === 'cancelled') return
    const isOfOrders = kind === 'credit-notes' ? body.reason.startsWith('Order ') : world.taxesOf.has(id)
    const format = FORMATS[written.length % FORMATS.length] as EInvoiceFormat
    const xml = await download(world, kind, id, format)
    written.push({ name: `${world.year}-${id}.${format}.xml`, xml })
    const names = [
      isOfOrders ? `${kind} of orders` : `other ${kind}`,
      ...(kind === 'invoices' && isFurther(body) ? ['further invoices'] : []),
      ...(new Set(body.taxes.map(({ country }: { country: string | null }) => country)).size > 1
        ? ['of two countries']
        : []),
    ]
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  }
  for (const invoice of world.invoices) await add('invoices', invoice)
  for (const note of world.notes) await add('credit-notes', note)
  return written
}

const SETTINGS = {
  'general.contactName': 'Buchhaltung',
  'general.contactEmail': 'books@elbkontor.example',
  'general.contactPhone': '+49 40 1234560',
  'billing.electronicAddress': { scheme: '9930', id: 'DE129273398' },
}

/** Completes what German rules ask of seller and buyers beyond a year of books. */
const complete = async ({ clerk, customers }: World): Promise<void> => {
  const settings = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  await must(clerk.put('/api/configuration/settings/bulk', { settings }))
  for (const { id } of customers)
    await must(
      clerk.patch(`/api/partner/partners/${id}`, {
        buyerReference: '04011000-1234512345-06',
        electronicAddress: { scheme: 'EM', id: 'books@buyer.example' },
      }),
    )
}

test.skipIf(!path)(
  `the e-invoices of years of a small business are valid, ${DOCUMENTS} of them`,
  { timeout: MS_PER_YEAR * Math.ceil(DOCUMENTS / ORDERS + 1) },
  async ({ annotate }) => {
    const [counts, written]: [Record<string, number>, Written[]] = [{}, []]
    for (let years = 0; written.length < DOCUMENTS; years++)
      await liveAYear(runSeed + years, ORDERS, async (world) => {
        expect(world.wrong).toEqual([])
        await complete(world)
        written.push(...(await writeYear(world, counts)))
      })
    const folder = join(await ownFolder(), 'files')
    await mkdir(folder)
    await Promise.all(written.map(({ name, xml }, i) => writeFile(join(folder, `${i}-${name}`), xml)))
    const { findings, count } = await validateFolder(path, folder)
    expect(findings).toEqual([])
    expect(count).toBe(written.length)
    for (const name of ['invoices of orders', 'credit-notes of orders', 'further invoices', 'of two countries'])
      expect([name, counts[name] ?? 0]).not.toEqual([name, 0])
    await annotate(JSON.stringify({ documents: written.length, ...counts }))
  },
)
