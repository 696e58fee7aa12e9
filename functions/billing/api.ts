import { createRouter } from '../../lib/platform/http/router.ts'
import { createAutoSettlementRule } from './auto-settlement-rules/create.ts'
import { deleteAutoSettlementRule } from './auto-settlement-rules/delete.ts'
import { getAutoSettlementRule } from './auto-settlement-rules/get.ts'
import { listAutoSettlementRules } from './auto-settlement-rules/list.ts'
import { settleByAutoSettlementRule } from './auto-settlement-rules/settle.ts'
import { bankEndpoints } from './bank/api.ts'
import { approveBill } from './bills/approve.ts'
import { addBillAttachment } from './bills/attachments/add.ts'
import { listBillAttachments } from './bills/attachments/list.ts'
import { removeBillAttachment } from './bills/attachments/remove.ts'
import { cancelBill } from './bills/cancel.ts'
import { disputeBill } from './bills/dispute.ts'
import { exportBills } from './bills/export.ts'
import { getBill } from './bills/get.ts'
import { listBills } from './bills/list.ts'
import { markBillPaid } from './bills/mark-paid.ts'
import { recordBill } from './bills/record.ts'
import { resolveBill } from './bills/resolve.ts'
import { reviewBill } from './bills/review.ts'
import { scheduleBill } from './bills/schedule.ts'
import { updateBill } from './bills/update.ts'
import { createCharge } from './charges/create.ts'
import { exportCharges } from './charges/export.ts'
import { getCharge } from './charges/get.ts'
import { listCharges } from './charges/list.ts'
import { updateCharge } from './charges/update.ts'
import { applyCreditNote } from './credit-notes/apply.ts'
import { addCreditNoteAttachment } from './credit-notes/attachments/add.ts'
import { listCreditNoteAttachments } from './credit-notes/attachments/list.ts'
import { removeCreditNoteAttachment } from './credit-notes/attachments/remove.ts'
import { cancelCreditNote } from './credit-notes/cancel.ts'
import { createCreditNote } from './credit-notes/create.ts'
import { deleteCreditNote } from './credit-notes/delete.ts'
import { downloadCreditNoteEInvoice } from './credit-notes/e-invoice.ts'
import { exportCreditNotes } from './credit-notes/export.ts'
import { getCreditNote } from './credit-notes/get.ts'
import { issueCreditNote } from './credit-notes/issue.ts'
import { listCreditNotes } from './credit-notes/list.ts'
import { renderCreditNote } from './credit-notes/render.ts'
import { updateCreditNote } from './credit-notes/update.ts'
import { exportDatevPostings } from './exports/datev.ts'
import { addInvoiceAttachment } from './invoices/attachments/add.ts'
import { listInvoiceAttachments } from './invoices/attachments/list.ts'
import { removeInvoiceAttachment } from './invoices/attachments/remove.ts'
import { getInvoiceByNumber } from './invoices/by-number.ts'
import { cancelInvoice } from './invoices/cancel.ts'
import { deleteInvoice } from './invoices/delete.ts'
import { downloadInvoiceEInvoice } from './invoices/e-invoice.ts'
import { exportInvoices } from './invoices/export.ts'
import { generateInvoice } from './invoices/generate.ts'
import { getInvoice } from './invoices/get.ts'
import { issueInvoice } from './invoices/issue.ts'
import { addInvoiceLineItem } from './invoices/line-items/add.ts'
import { removeInvoiceLineItem } from './invoices/line-items/remove.ts'
import { updateInvoiceLineItem } from './invoices/line-items/update.ts'
import { listInvoices } from './invoices/list.ts'
import { markInvoicePaid } from './invoices/mark-paid.ts'
import { recomputeInvoiceTaxes } from './invoices/recompute-taxes.ts'
import { getInvoiceReminders } from './invoices/reminders/get.ts'
import { resumeInvoiceReminders } from './invoices/reminders/resume.ts'
import { stopInvoiceReminders } from './invoices/reminders/stop.ts'
import { renderInvoice } from './invoices/render.ts'
import { sendInvoice } from './invoices/send.ts'
import { getInvoiceSending } from './invoices/sendings/get.ts'
import { listInvoiceSendings } from './invoices/sendings.ts'
import { updateInvoice } from './invoices/update.ts'
import { exportLedger } from './ledger/export.ts'
import { auditBillingNumbers } from './number-audit/get.ts'
import { exportOneStopShop } from './one-stop-shop/export.ts'
import { getOpenItems } from './partners/open-items/get.ts'
import { renderPartnerOpenItems } from './partners/open-items/render.ts'
import { exportPartnerStatement } from './partners/statement/export.ts'
import { getPartnerStatement } from './partners/statement/get.ts'
import { renderPartnerStatement } from './partners/statement/render.ts'
import { paymentRunEndpoints } from './payment-runs/api.ts'
import { allocatePayment } from './payments/allocate.ts'
import { exportPayments } from './payments/export.ts'
import { getPayment } from './payments/get.ts'
import { listPayments } from './payments/list.ts'
import { recordPayment } from './payments/record.ts'
import { refundPayment } from './payments/refund.ts'
import { reversePayment } from './payments/reverse.ts'
import { createRecurringProfile } from './recurring-invoice-profiles/create.ts'
import { endRecurringProfile } from './recurring-invoice-profiles/end.ts'
import { getRecurringProfile } from './recurring-invoice-profiles/get.ts'
import { listRecurringProfileInvoices } from './recurring-invoice-profiles/invoices.ts'
import { listRecurringProfiles } from './recurring-invoice-profiles/list.ts'
import { pauseRecurringProfile } from './recurring-invoice-profiles/pause.ts'
import { resumeRecurringProfile } from './recurring-invoice-profiles/resume.ts'
import { updateRecurringProfile } from './recurring-invoice-profiles/update.ts'
import { selfBillingEndpoints } from './self-billing-invoices/api.ts'
import { getSettlementScope } from './settlement-scopes/get.ts'
import { listSettlementScopes } from './settlement-scopes/list.ts'
import { approveSettlement } from './settlements/approve.ts'
import { createSettlement } from './settlements/create.ts'
import { getSettlement } from './settlements/get.ts'
import { addSettlementLineItem } from './settlements/line-items/add.ts'
import { exportSettlementLines } from './settlements/line-items/export.ts'
import { listSettlements } from './settlements/list.ts'
import { markSettlementPaid } from './settlements/mark-paid.ts'
import { rejectSettlement } from './settlements/reject.ts'
import { generateSettlementStatement } from './settlements/statement.ts'
import { createTariff } from './tariffs/create.ts'
import { dryRunTariff } from './tariffs/dry-run.ts'
import { dryRunTariffPeriod } from './tariffs/dry-run-period.ts'
import { endTariff } from './tariffs/end.ts'
import { getTariff } from './tariffs/get.ts'
import { listTariffs } from './tariffs/list.ts'
import { listUnsettledByPartner } from './unsettled-charges/by-partner.ts'
import { listUnsettledCharges } from './unsettled-charges/list.ts'
import { getUnsettledSums } from './unsettled-charges/sums.ts'

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
  exportPartnerStatement,
  listSettlements,
  createSettlement,
  getSettlement,
  approveSettlement,
  addSettlementLineItem,
  exportSettlementLines,
  markSettlementPaid,
  rejectSettlement,
  generateSettlementStatement,
  ...selfBillingEndpoints,
  listBills,
  recordBill,
  exportBills,
  getBill,
  updateBill,
  reviewBill,
  approveBill,
  scheduleBill,
  markBillPaid,
  disputeBill,
  resolveBill,
  cancelBill,
  ...paymentRunEndpoints,
  listCharges,
  listUnsettledCharges,
  getUnsettledSums,
  listUnsettledByPartner,
  createCharge,
  exportCharges,
  getCharge,
  updateCharge,
  auditBillingNumbers,
  exportDatevPostings,
  exportLedger,
  exportOneStopShop,
  listCreditNotes,
  createCreditNote,
  exportCreditNotes,
  getCreditNote,
  updateCreditNote,
  deleteCreditNote,
  cancelCreditNote,
  applyCreditNote,
  issueCreditNote,
  renderCreditNote,
  downloadCreditNoteEInvoice,
  listInvoices,
  generateInvoice,
  exportInvoices,
  getInvoiceByNumber,
  getInvoice,
  updateInvoice,
  deleteInvoice,
  addInvoiceLineItem,
  updateInvoiceLineItem,
  removeInvoiceLineItem,
  cancelInvoice,
  recomputeInvoiceTaxes,
  issueInvoice,
  markInvoicePaid,
  renderInvoice,
  downloadInvoiceEInvoice,
  sendInvoice,
  listInvoiceSendings,
  getInvoiceReminders,
  stopInvoiceReminders,
  resumeInvoiceReminders,
  getInvoiceSending,
  listRecurringProfiles,
  createRecurringProfile,
  getRecurringProfile,
  updateRecurringProfile,
  listRecurringProfileInvoices,
  endRecurringProfile,
  pauseRecurringProfile,
  resumeRecurringProfile,
  listTariffs,
  createTariff,
  dryRunTariff,
  dryRunTariffPeriod,
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
  ...bankEndpoints,
  listPayments,
  recordPayment,
  exportPayments,
  getPayment,
  allocatePayment,
  reversePayment,
  refundPayment,
  getOpenItems,
  renderPartnerOpenItems,
}

export const handler = createRouter(endpoints)
