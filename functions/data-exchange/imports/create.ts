import { addImport } from '../../../lib/data-exchange/imports/add-import.ts'
import { NO_PROGRESS, presentImport } from '../../../lib/data-exchange/imports/import.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateImportInput, DataImport } from '../../../schemas/data-exchange/import.ts'
import { ROW_KINDS } from './row-kinds.ts'

export const createImport = endpoint({
  route: 'POST /api/data-exchange/imports',
  scope: 'data_exchange:import:write',
  summary: 'Import the rows of a CSV',
  description:
    'Needs the scopes to write what is imported too. Partners are found by `id` or else by their name, products and prices ' +
    'by SKU, stock by SKU and custodian, and orders by channel and external id; others are created. An order is changed by a later `modifiedAt` only, and all of its rows are one. Empty cells change nothing. Each row is checked as a request ' +
    'to the endpoint of its kind, and written in a transaction of its own, once. What becomes invalid between the check of ' +
    'all rows and the writing of one, because somebody changes data meanwhile, is an error of that row; the others are written.',
  idempotent: true,
  body: CreateImportInput,
  success: 201,
  returns: DataImport,
  run: async ({ db }, { caller, body, unit }) =>
    presentImport(await addImport(db, unit, caller, body, ROW_KINDS), NO_PROGRESS),
})
