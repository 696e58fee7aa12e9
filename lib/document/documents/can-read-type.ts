import type { DocumentType } from '../../../schemas/document/document.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { StoredDocument } from './document.ts'

/** The scope that reading what a document of each type shows needs. */
const SCOPES_OF_TYPES: Readonly<Record<DocumentType, Scope>> = {
  invoice: 'billing:invoice:read',
  credit_note: 'billing:credit_note:read',
  self_billing_invoice: 'billing:settlement:read',
  self_billing_credit_note: 'billing:settlement:read',
  settlement: 'billing:settlement:read',
  statement: 'billing:statement:read',
  open_items: 'billing:payment:read',
  delivery_note: 'shipping:shipment:read',
  return_slip: 'fulfilment:return:read',
  pick_list: 'fulfilment:order:read',
  shipping_label: 'shipping:shipment:read',
}

type Reader = Pick<SignedIn, 'scopes'>

/** Returns true if the caller, who has the scope of documents, may know of those of this type. */
export const canReadType = (type: string, { scopes }: Reader): boolean =>
  Object.hasOwn(SCOPES_OF_TYPES, type) && scopes.has(SCOPES_OF_TYPES[type as DocumentType])

/** Returns true if the caller may send the document along, which needs the scope of documents too. */
export const canSendDocument = ({ type }: Pick<StoredDocument, 'type'>, { scopes }: Reader): boolean =>
  scopes.has('document:document:read') && canReadType(type, { scopes })
