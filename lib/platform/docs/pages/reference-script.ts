/**
 * Draws the reference and lets its reader sign in. Tokens are kept in the memory of the page, so closing it ends their use; they
 * are renewed before they expire.
 */
export const REFERENCE_SCRIPT = `
const RENEW_BEFORE_SECONDS = 60
const DEMO = { email: 'demo@entrepot.example', password: 'demo-password' }

const buildConfiguration = (token) => ({
  url: '/api/docs/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  hideModels: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  expandAllParameters: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    c: true, clojure: true, csharp: true, dart: true, fsharp: true, go: true, http: true, java: true, kotlin: true,
    node: true, objc: true, ocaml: true, php: true, powershell: true, r: true, ruby: true, rust: true, swift: true,
  },
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token } },
  },
})

const send = async (path, body) => {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail ?? 'The request failed.')
  return answer
}

window.addEventListener('DOMContentLoaded', () => {
  const reference = window.Scalar.createApiReference('#reference', buildConfiguration(''))
  const [dialog, form, open, status] = ['dialog', 'dialog form', '.sign-in', '.signed-in'].map((each) => document.querySelector(each))
  const { email, password } = form.elements
  const failure = form.querySelector('.failure')

  const use = ({ accessToken, refreshToken, expiresIn, tenants }) => {
    reference.updateConfiguration(buildConfiguration(accessToken))
    open.hidden = true
    status.hidden = false
    status.textContent = tenants.length === 1 ? 'Signed in to ' + tenants[0].name : 'Signed in'
    const renew = () => send('/api/v1/iam/auth/refresh', { refreshToken }).then(use, end)
    setTimeout(renew, (expiresIn - RENEW_BEFORE_SECONDS) * 1000)
  }
  const end = () => {
    reference.updateConfiguration(buildConfiguration(''))
    open.hidden = false
    status.hidden = true
  }

  if (['localhost', '127.0.0.1'].includes(location.hostname)) {
    email.value = DEMO.email
    password.value = DEMO.password
    form.querySelector('.demo').hidden = false
  }
  open.addEventListener('click', () => dialog.showModal())
  form.querySelector('.cancel').addEventListener('click', () => dialog.close())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    failure.textContent = ''
    send('/api/v1/iam/auth/login', { email: email.value, password: password.value }).then(
      (tokens) => {
        dialog.close()
        use(tokens)
      },
      (error) => {
        failure.textContent = error.message
      },
    )
  })
})
`.trimStart()
