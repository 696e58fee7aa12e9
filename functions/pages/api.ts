import { createRouter } from '../../lib/platform/http/router.ts'
import { getAcceptInvitationPage } from './accept-invitation.ts'
import { getPageAsset } from './assets/get.ts'
import { getConfirmEmailChangePage } from './confirm-email-change.ts'
import { getWizardCallbackPage } from './custodian-wizard/callback.ts'
import { getRecordPage } from './get.ts'
import { getRegisterPage } from './register.ts'
import { getRequestPasswordResetPage } from './request-password-reset.ts'
import { getResendVerificationPage } from './resend-verification.ts'
import { getResetPasswordPage } from './reset-password.ts'
import { getChannelAuthorizedPage } from './sales/channels/authorized.ts'
import { getSignInPage } from './sign-in.ts'
import { getUndoEmailChangePage } from './undo-email-change.ts'
import { getVerifyEmailPage } from './verify-email.ts'

export const endpoints = {
  getRegisterPage,
  getVerifyEmailPage,
  getResendVerificationPage,
  getSignInPage,
  getRequestPasswordResetPage,
  getResetPasswordPage,
  getAcceptInvitationPage,
  getConfirmEmailChangePage,
  getUndoEmailChangePage,
  getRecordPage,
  getChannelAuthorizedPage,
  getWizardCallbackPage,
  getPageAsset,
}

export const handler = createRouter(endpoints)
