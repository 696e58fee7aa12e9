import { nullable } from '../../types.ts'
import { count, day, id, text, topic } from './topic.ts'

const request = {
  documentRequestId: id(),
  title: text('Extract from the commercial register'),
  partnerName: nullable(text('Nordlicht Logistik GmbH')),
}

const document = {
  documentId: id(),
  documentNumber: nullable(text('INV-2026-00042')),
  documentType: text('invoice'),
}

export const DOCUMENT = {
  'document.documentrequest.submitted': topic(['document', 'operational'], {
    ...request,
    dueDate: nullable(day('2026-03-31')),
  }),
  'document.documentrequest.review_started': topic(['document', 'operational', 'low'], request),
  'document.documentrequest.validated': topic(['document', 'operational'], request),
  'document.documentrequest.rejected': topic(['document', 'operational', 'high'], {
    ...request,
    reason: nullable(text('The extract is older than three months')),
  }),
  'document.documentrequest.cancelled': topic(['document', 'operational', 'low'], {
    ...request,
    reason: nullable(text('No longer needed')),
  }),
  'document.document.finalized': topic(['document', 'operational'], document),
  'document.document.voided': topic(['document', 'operational'], {
    ...document,
    reason: nullable(text('Issued to the wrong partner')),
  }),
  'document.compliance.expiry_scan': topic(['document', 'maintenance'], {
    expiredCount: count(1),
    expiringCount: count(4),
    withinDays: count(30),
    nextExpiryDate: nullable(day('2026-03-12')),
  }),
}
