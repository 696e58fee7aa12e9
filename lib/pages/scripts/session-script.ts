/**
 * Keeps the session of a tab: its tokens are in the storage of the tab, which other tabs and other origins cannot read and
 * which ends with it. An access token that has expired is renewed once.
 */
export const SESSION_SCRIPT = `
const SESSION = 'entrepot.session'
const readSession = () => JSON.parse(sessionStorage.getItem(SESSION) ?? 'null')
const keepSession = ({ accessToken, refreshToken, tenants, tenantId }) => {
  const before = readSession()
  const kept = {
    accessToken,
    refreshToken: refreshToken ?? before?.refreshToken,
    tenants: tenants ?? before?.tenants ?? [],
    tenantId: tenantId ?? before?.tenantId ?? null,
  }
  sessionStorage.setItem(SESSION, JSON.stringify(kept))
  return kept
}
const dropSession = () => sessionStorage.removeItem(SESSION)

let renewal
const renew = () => {
  const { refreshToken } = readSession()
  renewal ??= call('POST', '/api/v1/iam/auth/refresh', { body: { refreshToken } })
    .then(keepSession)
    .finally(() => {
      renewal = undefined
    })
  return renewal
}

// Throws a refusal with the status 401 once nobody is signed in any more.
const ask = async (path, { method = 'GET', body } = {}) => {
  const session = readSession()
  if (!session) throw new Refused('', { status: 401 })
  try {
    return await call(method, path, { body, token: session.accessToken })
  } catch (error) {
    if (error.status !== 401) throw error
  }
  try {
    await renew()
  } catch (error) {
    if (error.status === 0 || error.status >= 500 || error.status === 429) throw error
    dropSession()
    throw new Refused('', { status: 401 })
  }
  return await call(method, path, { body, token: readSession().accessToken })
}

const selectTenant = async (tenantId) =>
  keepSession({ ...(await ask('/api/iam/auth/select-tenant', { method: 'POST', body: { tenantId } })), tenantId })

const signOut = async () => {
  try {
    const { sessionId } = await ask('/api/iam/me')
    await ask('/api/iam/sessions/' + sessionId, { method: 'DELETE' })
  } catch {
    // The session has ended already, or it ends by itself; this tab forgets it in any case.
  }
  dropSession()
  location.assign('/sign-in')
}
`
