import { billUri } from '../../../../lib/billing/bills/bill.ts'
import { findBill } from '../../../../lib/billing/bills/bill-store.ts'
import { listAttachments } from '../../../../lib/document/attachments/list-attachments.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { Attachment } from '../../../../schemas/document/attachment.ts'

export const listBillAttachments = listEndpoint({
  route: 'GET /api/billing/bills/{id}/attachments',
  scope: 'billing:bill:read',
  summary: 'List the attachments of a bill, oldest first',
  query: {},
  of: Attachment,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const { id } = orNotFound(await findBill(db, caller.tenant, params.id))
    return slicePage(await listAttachments(db, caller.tenant, billUri(id)), page)
  },
})
