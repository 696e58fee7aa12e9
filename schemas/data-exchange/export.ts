import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { actorType, nullable, oneOf, timestamp, ulid } from '../types.ts'

/** Collections that can be exported. */
export const EXPORT_COLLECTIONS = [
  'orders',
  'customers',
  'order_rows',
  'invoices',
  'credit_notes',
  'bills',
  'payments',
  'charges',
  'statement_lines',
  'settlement_lines',
  'ledger_entries',
  'one_stop_shop',
  'datev_postings',
] as const
export type ExportCollection = (typeof EXPORT_COLLECTIONS)[number]

/** Formats that a caller chooses. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | 'datev'

export const EXPORT_STATES = ['writing', 'ready', 'failed', 'expired'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

export const exportQuery = {
  format: oneOf(EXPORT_FORMATS, {
    default: 'csv',
    description:
      '`csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line.',
  }),
  bom: Type.Boolean({
    default: false,
    description: 'Begins a CSV with a byte order mark, by which Excel recognizes UTF-8',
  }),
}

export const DataExport = resource('DataExport', '/api/data-exchange/exports/{id}', {
  id: ulid(),
  collection: oneOf(EXPORT_COLLECTIONS),
  format: oneOf([...EXPORT_FORMATS, 'datev']),
  filters: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The filters of the request',
    examples: [{ status: 'issued' }],
  }),
  status: oneOf(EXPORT_STATES, {
    description:
      '`writing` until the file is complete, then `ready` until `expiresAt`; `failed` if it cannot be written.',
  }),
  filename: Type.String({ examples: ['invoices-2026-03-31.csv'] }),
  rowCount: Type.Integer({ minimum: 0, description: 'Rows that were written so far' }),
  sizeBytes: Type.Integer({ minimum: 0, description: 'Bytes that were written so far' }),
  leftOutCount: Type.Integer({
    minimum: 0,
    description:
      'Documents that the format cannot hold, such as those in another currency than EUR in a DATEV posting batch',
  }),
  downloadUrl: nullable(Type.String({ description: 'Endpoint that redirects to the file; null until it is ready' })),
  failureReason: nullable(Type.String({ examples: ['The batch would have more than 99,999 postings.'] })),
  requestedBy: nullable(ulid({ description: 'The identity or service account that asked' })),
  requestedByType: actorType(),
  readyAt: nullable(timestamp()),
  expiresAt: nullable(timestamp({ description: 'Time at which the file is deleted' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type DataExport = Static<typeof DataExport.fields>

export const ExportDownload = resource('ExportDownload', '/api/data-exchange/exports/{id}/content', {
  id: ulid(),
  url: Type.String({ format: 'uri', description: 'Needs no token; valid until `expiresAt`' }),
  expiresAt: timestamp(),
  filename: Type.String({ examples: ['invoices-2026-03-31.csv'] }),
  mimeType: Type.String({ examples: ['text/csv'] }),
  sizeBytes: Type.Integer({ minimum: 0 }),
})
export type ExportDownload = Static<typeof ExportDownload.fields>
