import { createRouter } from '../../lib/platform/http/router.ts'
import { createAutoSettlementRule } from './auto-settlement-rules/create.ts'
import { deleteAutoSettlementRule } from './auto-settlement-rules/delete.ts'
import { getAutoSettlementRule } from './auto-settlement-rules/get.ts'
import { listAutoSettlementRules } from './auto-settlement-rules/list.ts'
import { settleByAutoSettlementRule } from './auto-settlement-rules/settle.ts'
import { addBillAttachment } from './bills/attachments/add.ts'
import { listBillAttachments } from './bills/attachments/list.ts'
import { removeBillAttachment } from './bills/attachments/remove.ts'
import { getBill } from './bills/get.ts'
import { listBills } from './bills/list.ts'
import { recordBill } from './bills/record.ts'
import { createCharge } from './charges/create.ts'
import { getCharge } from './charges/get.ts'
import { listCharges } from './charges/list.ts'
import { updateCharge } from './charges/update.ts'
import { applyCreditNote } from './credit-notes/apply.ts'
import { addCreditNoteAttachment } from './credit-notes/attachments/add.ts'
import { listCreditNoteAttachments } from './credit-notes/attachments/list.ts'
import { removeCreditNoteAttachment } from './credit-notes/attachments/remove.ts'
import { createCreditNote } from './credit-notes/create.ts'
import { getCreditNote } from './credit-notes/get.ts'
import { issueCreditNote } from './credit-notes/issue.ts'
import { listCreditNotes } from './credit-notes/list.ts'
import { renderCreditNote } from './credit-notes/render.ts'
import { addInvoiceAttachment } from './invoices/attachments/add.ts'
import { listInvoiceAttachments } from './invoices/attachments/list.ts'
import { removeInvoiceAttachment } from './invoices/attachments/remove.ts'
import { getInvoiceByNumber } from './invoices/by-number.ts'
import { cancelInvoice } from './invoices/cancel.ts'
import { generateInvoice } from './invoices/generate.ts'
import { getInvoice } from './invoices/get.ts'
import { issueInvoice } from './invoices/issue.ts'
import { listInvoices } from './invoices/list.ts'
import { markInvoicePaid } from './invoices/mark-paid.ts'
import { getInvoiceReminders } from './invoices/reminders/get.ts'
import { resumeInvoiceReminders } from './invoices/reminders/resume.ts'
import { stopInvoiceReminders } from './invoices/reminders/stop.ts'
import { renderInvoice } from './invoices/render.ts'
import { sendInvoice } from './invoices/send.ts'
import { getInvoiceSending } from './invoices/sendings/get.ts'
import { listInvoiceSendings } from './invoices/sendings.ts'
import { auditBillingNumbers } from './number-audit/get.ts'
import { getPartnerStatement } from './partners/statement/get.ts'
import { renderPartnerStatement } from './partners/statement/render.ts'
import { createRecurringProfile } from './recurring-invoice-profiles/create.ts'
import { endRecurringProfile } from './recurring-invoice-profiles/end.ts'
import { getRecurringProfile } from './recurring-invoice-profiles/get.ts'
import { listRecurringProfiles } from './recurring-invoice-profiles/list.ts'
import { pauseRecurringProfile } from './recurring-invoice-profiles/pause.ts'
import { resumeRecurringProfile } from './recurring-invoice-profiles/resume.ts'
import { getSettlementScope } from './settlement-scopes/get.ts'
import { listSettlementScopes } from './settlement-scopes/list.ts'
import { approveSettlement } from './settlements/approve.ts'
import { createSettlement } from './settlements/create.ts'
import { getSettlement } from './settlements/get.ts'
import { addSettlementLineItem } from './settlements/line-items/add.ts'
import { listSettlements } from './settlements/list.ts'
import { markSettlementPaid } from './settlements/mark-paid.ts'
import { rejectSettlement } from './settlements/reject.ts'
import { generateSettlementStatement } from './settlements/statement.ts'
import { createTariff } from './tariffs/create.ts'
import { dryRunTariff } from './tariffs/dry-run.ts'
import { endTariff } from './tariffs/end.ts'
import { getTariff } from './tariffs/get.ts'
import { listTariffs } from './tariffs/list.ts'

export const endpoints = {
  listAutoSettlementRules,
  createAutoSettlementRule,
  getAutoSettlementRule,
  deleteAutoSettlementRule,
  settleByAutoSettlementRule,
  listSettlementScopes,
  getSettlementScope,
  getPartnerStatement,
  renderPartnerStatement,
  listSettlements,
  createSettlement,
  getSettlement,
  approveSettlement,
  addSettlementLineItem,
  markSettlementPaid,
  rejectSettlement,
  generateSettlementStatement,
  listBills,
  recordBill,
  getBill,
  listCharges,
  createCharge,
  getCharge,
  updateCharge,
  auditBillingNumbers,
  listCreditNotes,
  createCreditNote,
  getCreditNote,
  applyCreditNote,
  issueCreditNote,
  renderCreditNote,
  listInvoices,
  generateInvoice,
  getInvoiceByNumber,
  getInvoice,
  cancelInvoice,
  issueInvoice,
  markInvoicePaid,
  renderInvoice,
  sendInvoice,
  listInvoiceSendings,
  getInvoiceReminders,
  stopInvoiceReminders,
  resumeInvoiceReminders,
  getInvoiceSending,
  listRecurringProfiles,
  createRecurringProfile,
  getRecurringProfile,
  endRecurringProfile,
  pauseRecurringProfile,
  resumeRecurringProfile,
  listTariffs,
  createTariff,
  dryRunTariff,
  getTariff,
  endTariff,
  listInvoiceAttachments,
  addInvoiceAttachment,
  removeInvoiceAttachment,
  listCreditNoteAttachments,
  addCreditNoteAttachment,
  removeCreditNoteAttachment,
  listBillAttachments,
  addBillAttachment,
  removeBillAttachment,
}

export const handler = createRouter(endpoints)
