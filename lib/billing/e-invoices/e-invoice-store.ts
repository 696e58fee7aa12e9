import type { EInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// E-invoices:  T#<tenant>#e-invoice / <id of the invoice or credit note>#<format>   their files; written once

export interface EInvoiceFile {
  storagePath: string
  sizeBytes: number
}

const eInvoiceKey = (tenant: Id, id: Id, format: EInvoiceFormat): Key => ({
  pk: partition(tenant, 'e-invoice'),
  sk: `${id}#${format}`,
})

export const findEInvoiceFile = (db: Table, tenant: Id, id: Id, format: EInvoiceFormat) =>
  db.get<EInvoiceFile>(eInvoiceKey(tenant, id, format))

/** Writes the file of a format unless another request did so first; the work then runs again and finds that one. */
export const addEInvoiceFile = (
  unit: Unit,
  id: Id,
  format: EInvoiceFormat,
  { storagePath, sizeBytes }: EInvoiceFile,
): void =>
  unit.add({
    put: { ...eInvoiceKey(unit.tenant, id, format), kind: 'e-invoice', storagePath, sizeBytes },
    when: 'attribute_not_exists(pk)',
  })
