import { billUri } from '../../../../lib/billing/bills/bill.ts'
import { findBill } from '../../../../lib/billing/bills/bill-store.ts'
import { attachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { AttachFileInput, Attachment } from '../../../../schemas/document/attachment.ts'

export const addBillAttachment = endpoint({
  route: 'POST /api/billing/bills/{id}/attachments',
  scope: 'billing:bill:write',
  summary: 'Attach a file to a bill',
  body: AttachFileInput,
  returns: Attachment,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, body, unit }) {
    const { id } = orNotFound(await findBill(db, caller.tenant, params.id))
    return await attachFile(db, unit, caller, { subject: billUri(id), use: 'bill' }, body)
  },
})
