/** Signs in by password, by another provider and with a second factor, and selects a tenant. */
export const SIGN_IN_SCRIPT = `
const EXTERNAL = 'entrepot.external'
const ONE_TIME = /^[0-9]{6}$/
const ANSWER = /[#&](accessToken|mfaToken|error)=/
const signIn = find('#sign-in')
const signInForm = signIn.querySelector('form')
const signInTitle = document.title
const { email, password, code, tenant } = signInForm.elements
let step = 'credentials'
let challenge
let signedIn
let target

const showStep = (next) => {
  step = next
  for (const part of signInForm.querySelectorAll('fieldset')) {
    part.hidden = part.disabled = part.dataset.step !== next
    if (part.hidden) continue
    signIn.querySelector('h1').textContent = part.dataset.title
    signInForm.querySelector('button[type=submit]').textContent = part.dataset.button
  }
  for (const part of signIn.querySelectorAll('[data-only]')) part.hidden = !part.dataset.only.split(' ').includes(next)
  clearFailures(signInForm)
  document.title = signInTitle
  signInForm.querySelector('fieldset:not([hidden]) input, fieldset:not([hidden]) select')?.focus()
}

const askForTenant = ({ tenants }) => {
  tenant.replaceChildren(...tenants.map(({ id, name }) => new Option(name, id)))
  showStep('tenant')
}

// A tenant that requires a second factor is not in the token of a session without one.
const hasTenant = (accessToken) => JSON.parse(atob(accessToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).tid !== undefined

const accept = async (answer) => {
  if (answer.mfaToken) {
    challenge = answer
    code.value = ''
    showStep('factor')
    const canUsePasskey = answer.passkeyOptions && window.PublicKeyCredential?.parseRequestOptionsFromJSON
    find('#passkey').hidden = !canUsePasskey
    if (canUsePasskey) find('#passkey').focus()
    find('label[for=code]').textContent = answer.factors.includes('totp') ? words.code : words.recoveryCode
    return
  }
  dropSession()
  const { tenants } = keepSession(answer)
  password.value = ''
  if (tenants.length > 1) return askForTenant({ tenants })
  if (tenants.length === 1 && !hasTenant(answer.accessToken)) {
    askForTenant({ tenants })
    await selectTenant(tenants[0].id)
  } else if (tenants.length === 1) keepSession({ ...answer, tenantId: tenants[0].id })
  signedIn()
}

const proveWith = async (proof) => {
  try {
    await accept(await call('POST', '/api/v1/iam/auth/mfa', { body: { mfaToken: challenge.mfaToken, ...proof } }))
  } catch (error) {
    code.select()
    throw error
  }
}

const provePasskey = async () => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge.passkeyOptions)
  const credential = await navigator.credentials.get({ publicKey })
  await proveWith({ passkey: credential.toJSON() })
}

const STEPS = {
  async credentials() {
    await accept(await call('POST', '/api/v1/iam/auth/login', { body: { email: email.value, password: password.value } }))
  },
  async factor() {
    const proof = code.value.replaceAll(/\\s/g, '')
    await proveWith(ONE_TIME.test(proof) ? { code: proof } : { recoveryCode: proof })
  },
  async tenant() {
    await selectTenant(tenant.value)
    signedIn()
  },
}

const startExternal = async (kind) => {
  const returnUri = location.origin + '/sign-in'
  const { authorizationUrl, state } = await call('POST', '/api/iam/auth/external/' + kind + '/start', { body: { returnUri } })
  sessionStorage.setItem(EXTERNAL, JSON.stringify({ state, target: location.pathname + location.search }))
  location.assign(authorizationUrl)
}

const readAnswer = (answer) => ({
  ...Object.fromEntries(answer),
  factors: (answer.get('factors') ?? '').split(','),
  tenants: [],
  passkeyOptions: JSON.parse(answer.get('passkeyOptions') ?? 'null'),
})

// A sign-in that began elsewhere could be that of somebody else who wants this tab to work in their account.
const finishExternal = async () => {
  const answer = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const begun = JSON.parse(sessionStorage.getItem(EXTERNAL) ?? 'null')
  sessionStorage.removeItem(EXTERNAL)
  if (answer.has('error')) throw new Refused(words.signInRefused.replace('{reason}', answer.get('error')))
  if (!begun || begun.state !== answer.get('state')) throw new Refused(words.signInForeign)
  if (begun.target !== '/sign-in') target = begun.target
  if (answer.has('mfaToken')) return await accept(readAnswer(answer))
  keepSession(readAnswer(answer))
  const { tenants } = await ask('/api/iam/me')
  await accept({ ...readSession(), tenants })
}

const showSignIn = async () => {
  find('#view').hidden = true
  signIn.hidden = false
  find('#who').hidden = true
  showStep('credentials')
  const session = readSession()
  if (session) return askForTenant(session)
  if (!ANSWER.test(location.hash)) return
  await finishExternal().catch((error) => {
    showStep('credentials')
    showFailure(signInForm, error instanceof Refused ? error : new Refused(words.failed))
  })
}

const prepareSignIn = (then) => {
  signedIn = () => {
    // The page was loaded for /sign-in, to which the provider has sent the browser back.
    if (target) return location.replace(target)
    signIn.hidden = true
    then()
  }
  onSubmit(signInForm, () => STEPS[step]())
  const tryButton = (button, work) =>
    button.addEventListener('click', () => {
      clearFailures(signInForm)
      work().catch((error) => showFailure(signInForm, error instanceof Refused ? error : new Refused(words.failed)))
    })
  tryButton(find('#passkey'), provePasskey)
  find('#start-over').addEventListener('click', () => {
    dropSession()
    showStep('credentials')
  })
  for (const button of signIn.querySelectorAll('[data-provider]')) tryButton(button, () => startExternal(button.dataset.provider))
}
`
