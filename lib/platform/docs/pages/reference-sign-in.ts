/**
 * Signs the reader of the reference in: with a password, with a second factor if the account has one, and to one of several
 * tenants. Tokens are kept in the memory of the page, so closing it ends their use; they are renewed before they expire.
 */
export const REFERENCE_SIGN_IN = `
const RENEW_BEFORE_SECONDS = 60
const DEMO = { email: 'demo@entrepot.example', password: 'demo-password' }
const CODE = /^[0-9]{6}$/

const send = async (path, body, token) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail ?? 'The request failed.')
  return answer
}

const prepareSignIn = (useToken) => {
  const [dialog, form, open, status] = ['dialog', 'dialog form', '.sign-in', '.signed-in'].map((each) => document.querySelector(each))
  const { email, password, code, tenant } = form.elements
  const failure = form.querySelector('.failure')
  let step = 'password'
  let mfaToken = ''
  let session
  let renewal

  const show = (next) => {
    step = next
    failure.textContent = ''
    for (const part of form.querySelectorAll('fieldset')) part.hidden = part.disabled = !part.classList.contains(next)
  }
  const end = () => {
    clearTimeout(renewal)
    session = undefined
    useToken('')
    open.hidden = false
    status.hidden = true
  }
  const renew = () => send('/api/v1/iam/auth/refresh', { refreshToken: session.refreshToken }).then(use, end)
  const use = (tokens) => {
    session = { ...session, ...tokens, refreshToken: tokens.refreshToken ?? session.refreshToken }
    const { accessToken, expiresIn, tenants, tenantName } = session
    useToken(accessToken)
    const name = tenants.length === 1 ? tenants[0].name : tenantName
    open.hidden = true
    status.hidden = false
    status.textContent = name ? 'Signed in to ' + name : 'Signed in'
    status.disabled = tenants.length < 2
    clearTimeout(renewal)
    renewal = setTimeout(renew, (expiresIn - RENEW_BEFORE_SECONDS) * 1000)
  }
  const askForTenant = () => {
    tenant.replaceChildren(...session.tenants.map(({ id, name }) => new Option(name, id)))
    show('tenant')
  }
  const accept = (answer) => {
    if (answer.mfaToken) {
      mfaToken = answer.mfaToken
      code.value = ''
      show('factor')
      code.focus()
      return
    }
    session = undefined
    use(answer)
    if (answer.tenants.length > 1) askForTenant()
    else dialog.close()
  }
  const selectTenant = async () => {
    const [{ text }] = tenant.selectedOptions
    const tokens = await send('/api/iam/auth/select-tenant', { tenantId: tenant.value }, session.accessToken)
    session.tenantName = text
    use(tokens)
    dialog.close()
  }
  const steps = {
    password: () => send('/api/v1/iam/auth/login', { email: email.value, password: password.value }).then(accept),
    factor: () => {
      const proof = code.value.trim()
      return send('/api/v1/iam/auth/mfa', { mfaToken, [CODE.test(proof) ? 'code' : 'recoveryCode']: proof }).then(accept)
    },
    tenant: selectTenant,
  }

  if (['localhost', '127.0.0.1'].includes(location.hostname)) {
    email.value = DEMO.email
    password.value = DEMO.password
    form.querySelector('.demo').hidden = false
  }
  open.addEventListener('click', () => {
    show('password')
    dialog.showModal()
  })
  status.addEventListener('click', () => {
    askForTenant()
    dialog.showModal()
  })
  form.querySelector('.cancel').addEventListener('click', () => dialog.close())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    failure.textContent = ''
    steps[step]().catch((error) => {
      failure.textContent = error.message
    })
  })
}
`
