import { createRouter } from '../../lib/platform/http/router.ts'
import { changeEmail } from './account/change-email.ts'
import { changePassword } from './account/change-password.ts'
import { getAccountDataOfTenant } from './account/data/get.ts'
import { getAccountData } from './account/data.ts'
import { deleteOwnAccount } from './account/delete.ts'
import { acceptInvitation } from './auth/accept-invitation.ts'
import { probeAbilities } from './auth/can.ts'
import { confirmEmailChange } from './auth/email-change/confirm.ts'
import { undoEmailChange } from './auth/email-change/undo.ts'
import { receiveExternalSignIn } from './auth/external/callback/receive.ts'
import { externalSignInCallback } from './auth/external/callback.ts'
import { startExternalSignIn } from './auth/external/start.ts'
import { login } from './auth/login.ts'
import { logoutEverywhere } from './auth/logout-everywhere.ts'
import { logoutOtherSessions } from './auth/logout-others.ts'
import { completeMfa } from './auth/mfa.ts'
import { refresh } from './auth/refresh.ts'
import { register } from './auth/register.ts'
import { requestPasswordReset } from './auth/request-password-reset.ts'
import { resendVerification } from './auth/resend-verification.ts'
import { resetPassword } from './auth/reset-password.ts'
import { exchangeSatelliteCode } from './auth/satellite/token.ts'
import { selectTenant } from './auth/select-tenant.ts'
import { beginPasskeyStepUp } from './auth/step-up/passkey/begin.ts'
import { stepUp } from './auth/step-up/record.ts'
import { issueServiceAccountToken } from './auth/token.ts'
import { verifyEmail } from './auth/verify-email.ts'
import { getExternalAccount } from './external-accounts/get.ts'
import { listExternalAccounts } from './external-accounts/list.ts'
import { unlinkExternalAccount } from './external-accounts/remove.ts'
import { getKeySet } from './jwks.ts'
import { updateMe } from './me/update.ts'
import { getMe } from './me.ts'
import { inviteMember } from './members/add.ts'
import { getMember } from './members/get.ts'
import { listMembers } from './members/list.ts'
import { reinstateMember } from './members/reinstate.ts'
import { removeMember } from './members/remove.ts'
import { suspendMember } from './members/suspend.ts'
import { changeMemberRole } from './members/update.ts'
import { getFactor } from './mfa/factors/get.ts'
import { listFactors } from './mfa/factors/list.ts'
import { removeFactor } from './mfa/factors/remove.ts'
import { renameFactor } from './mfa/factors/update.ts'
import { beginPasskey } from './mfa/passkeys/begin.ts'
import { confirmPasskey } from './mfa/passkeys/confirm.ts'
import { regenerateRecoveryCodes } from './mfa/recovery-codes/regenerate.ts'
import { beginTotp } from './mfa/totp/begin.ts'
import { confirmTotp } from './mfa/totp/confirm.ts'
import { getAuthorizationServer } from './oauth-authorization-server.ts'
import { issueSatelliteCode } from './satellite/authorize.ts'
import { createServiceAccount } from './service-accounts/create.ts'
import { disableServiceAccount } from './service-accounts/disable.ts'
import { enableServiceAccount } from './service-accounts/enable.ts'
import { getServiceAccount } from './service-accounts/get.ts'
import { addServiceAccountKey } from './service-accounts/keys/add.ts'
import { revokeServiceAccountKey } from './service-accounts/keys/remove.ts'
import { listServiceAccounts } from './service-accounts/list.ts'
import { deleteServiceAccount } from './service-accounts/remove.ts'
import { takeOverServiceAccount } from './service-accounts/take-over.ts'
import { updateServiceAccount } from './service-accounts/update.ts'
import { getSession } from './sessions/get.ts'
import { listSessions } from './sessions/list.ts'
import { endSession } from './sessions/remove.ts'
import { createTenant } from './tenants/create.ts'
import { getTenant } from './tenants/get.ts'
import { listTenants } from './tenants/list.ts'
import { leaveTenant } from './tenants/remove.ts'
import { transferOwnership } from './tenants/transfer-ownership.ts'
import { renameTenant } from './tenants/update.ts'

export const endpoints = {
  register,
  verifyEmail,
  resendVerification,
  login,
  completeMfa,
  refresh,
  requestPasswordReset,
  resetPassword,
  selectTenant,
  beginPasskeyStepUp,
  stepUp,
  logoutEverywhere,
  logoutOtherSessions,
  probeAbilities,
  startExternalSignIn,
  externalSignInCallback,
  receiveExternalSignIn,
  issueSatelliteCode,
  exchangeSatelliteCode,
  getMe,
  updateMe,
  changePassword,
  changeEmail,
  confirmEmailChange,
  undoEmailChange,
  deleteOwnAccount,
  getAccountData,
  getAccountDataOfTenant,
  listSessions,
  getSession,
  endSession,
  listExternalAccounts,
  getExternalAccount,
  unlinkExternalAccount,
  listFactors,
  getFactor,
  renameFactor,
  removeFactor,
  beginTotp,
  confirmTotp,
  beginPasskey,
  confirmPasskey,
  regenerateRecoveryCodes,
  listTenants,
  createTenant,
  getTenant,
  renameTenant,
  transferOwnership,
  leaveTenant,
  listMembers,
  inviteMember,
  getMember,
  changeMemberRole,
  suspendMember,
  reinstateMember,
  removeMember,
  acceptInvitation,
  listServiceAccounts,
  createServiceAccount,
  getServiceAccount,
  updateServiceAccount,
  disableServiceAccount,
  enableServiceAccount,
  takeOverServiceAccount,
  deleteServiceAccount,
  addServiceAccountKey,
  revokeServiceAccountKey,
  issueServiceAccountToken,
  getAuthorizationServer,
  getKeySet,
}

export const handler = createRouter(endpoints)
