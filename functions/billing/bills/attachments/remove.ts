import { billUri } from '../../../../lib/billing/bills/bill.ts'
import { findBill } from '../../../../lib/billing/bills/bill-store.ts'
import { detachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'

export const removeBillAttachment = endpoint({
  route: 'DELETE /api/billing/bills/{id}/attachments/{fileId}',
  scope: 'billing:bill:write',
  summary: 'Remove a file from a bill; the file itself remains',
  async run({ db }, { caller, params, unit }) {
    const { id } = orNotFound(await findBill(db, caller.tenant, params.id))
    await detachFile(db, unit, { subject: billUri(id), use: 'bill' }, params.fileId)
  },
})
