import type { Numbered } from '../../../schemas/billing/number-audit.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { listPartition } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { chosenPartition, getFilledPattern, registerPartition, sequencesPartition } from '../numbering/number-store.ts'

interface ExplainedNumber {
  number: string
  documentId: Id
  why: 'chosen' | 'skipped' | 'cancelled'
  reason: string | null
}

/** An entry of the register of a sequence. */
interface Registered {
  number: string
  owner: Id
  skipped?: boolean
}

const MAX_MISSING = 100

/** Audits the register of a sequence, number by number. */
const auditSequence = async (db: Table, tenant: Id, name: string, last: number) => {
  const [missing, skipped]: [number[], ExplainedNumber[]] = [[], []]
  let [numbers, next] = [0, 1]
  for await (const page of readPages<Registered>(db, { pk: registerPartition(tenant, name) }))
    for (const { sk, number, owner, skipped: isSkipped } of page) {
      for (const seq = Number(sk); next < seq; next++) if (missing.length < MAX_MISSING) missing.push(next)
      next++
      numbers++
      if (isSkipped) skipped.push({ number, documentId: owner, why: 'skipped', reason: null })
    }
  for (; next <= last; next++) if (missing.length < MAX_MISSING) missing.push(next)
  const summary = { sequence: getFilledPattern(name), last, numbers, missing }
  return { summary, isComplete: numbers === last && !missing.length, skipped }
}

const listCancelled = async (db: Table, tenant: Id, isOfYear: (at: string) => boolean): Promise<ExplainedNumber[]> => {
  const found: ExplainedNumber[] = []
  const rows = listPartition(tenant, invoices.name, { status: 'cancelled' })
  for await (const page of readPages(db, { pk: rows })) {
    const ids = page.map(({ sk }) => sk)
    for (const { id, invoiceNumber, issuedAt, cancellationReason } of await findAll(db, invoices, tenant, ids))
      if (invoiceNumber && issuedAt && isOfYear(issuedAt))
        found.push({ number: invoiceNumber, documentId: id, why: 'cancelled', reason: cancellationReason })
  }
  return found
}

/** Audits the numbers of a year by the register, which every number was written to in the transaction that assigned it. */
export const auditNumbers = async (
  app: Pick<App, 'db'>,
  tenant: Id,
  { series = 'invoice', year: givenYear }: { series?: Numbered; year?: number },
  now: Date,
) => {
  const { db } = app
  const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  const year = String(givenYear ?? toLocalDay(zone, now).slice(0, 4))
  const [sequences, chosen] = await Promise.all([
    db.query<{ last: number }>({ pk: sequencesPartition(tenant) }),
    db.query<{ number: string; owner: Id }>({ pk: chosenPartition(tenant, series) }),
  ])
  const ofYear = sequences.filter((each) => each.series === series && each.year === year)
  const audited = await Promise.all(ofYear.map(({ sk, last }) => auditSequence(db, tenant, sk, last)))
  const isOfYear = (at: string) => toLocalDay(zone, new Date(at)).startsWith(year)
  return {
    series,
    year: Number(year),
    isComplete: audited.length ? audited.every(({ isComplete }) => isComplete) : null,
    sequences: audited.map(({ summary }) => summary),
    explained: [
      ...audited.flatMap(({ skipped }) => skipped),
      ...chosen
        .filter((each) => each.year === year)
        .map(({ number, owner }): ExplainedNumber => ({ number, documentId: owner, why: 'chosen', reason: null })),
      ...(series === 'invoice' ? await listCancelled(db, tenant, isOfYear) : []),
    ].sort((a, b) => (a.number < b.number ? -1 : 1)),
    auditedAt: now.toISOString(),
  }
}
