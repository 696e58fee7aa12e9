import { router } from '../../lib/http/router.ts'
import { login } from './auth/login.ts'
import { logoutEverywhere } from './auth/logout-everywhere.ts'
import { logoutOtherSessions } from './auth/logout-others.ts'
import { refresh } from './auth/refresh.ts'
import { register } from './auth/register.ts'
import { requestPasswordReset } from './auth/request-password-reset.ts'
import { resendVerification } from './auth/resend-verification.ts'
import { resetPassword } from './auth/reset-password.ts'
import { selectTenant } from './auth/select-tenant.ts'
import { verifyEmail } from './auth/verify-email.ts'
import { getKeySet } from './jwks.ts'
import { getMe } from './me.ts'

export const endpoints = {
  register,
  verifyEmail,
  resendVerification,
  login,
  refresh,
  requestPasswordReset,
  resetPassword,
  selectTenant,
  logoutEverywhere,
  logoutOtherSessions,
  getMe,
  getKeySet,
}

export const handler = router(endpoints)
