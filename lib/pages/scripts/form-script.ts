/** Calls the API, and shows at a form what it refuses. */
export const FORM_SCRIPT = `
const words = JSON.parse(document.body.dataset.words)
const find = (selector) => document.querySelector(selector)

class Refused extends Error {
  constructor(message, { status = 0, errorCode = '', violations = [] } = {}) {
    super(message)
    Object.assign(this, { status, errorCode, violations })
  }
}

const describeRefusal = (response, problem) => {
  if (response.status === 429) return words.tooMany.replace('{seconds}', response.headers.get('retry-after') ?? '60')
  return problem?.detail ?? words.failed
}

const call = async (method, path, { body, token } = {}) => {
  const headers = { accept: 'application/json' }
  if (body) headers['content-type'] = 'application/json'
  if (token) headers.authorization = 'Bearer ' + token
  let response
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body), redirect: 'error' })
  } catch {
    throw new Refused(words.unreachable)
  }
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Refused(describeRefusal(response, answer), answer ?? { status: response.status })
  return answer
}

const toSentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.')

const clearFailures = (form) => {
  form.querySelector('.failure').textContent = ''
  for (const wrong of form.querySelectorAll('.wrong')) wrong.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

// Each violation is shown at its field, and those of no field together.
const showFailure = (form, error) => {
  const rest = []
  for (const { propertyPath, message } of error.violations ?? []) {
    const input = form.elements.namedItem(propertyPath)
    const wrong = form.querySelector('#' + CSS.escape(propertyPath) + '-wrong')
    if (input && wrong && !input.disabled) {
      wrong.textContent += (wrong.textContent ? ' ' : '') + toSentence(message)
      input.setAttribute('aria-invalid', 'true')
    } else rest.push(toSentence((propertyPath ? propertyPath + ' ' : '') + message))
  }
  const first = form.querySelector('[aria-invalid]')
  form.querySelector('.failure').textContent = first ? rest.join(' ') : rest.join(' ') || error.message
  first?.focus()
}

// Runs the work of a form once at a time; its button says so.
const onSubmit = (form, work) => {
  const button = form.querySelector('button[type=submit]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    clearFailures(form)
    button.disabled = true
    try {
      await work()
    } catch (error) {
      showFailure(form, error instanceof Refused ? error : new Refused(words.failed))
    } finally {
      button.disabled = false
    }
  })
}

for (const box of document.querySelectorAll('[data-reveals]'))
  box.addEventListener('change', () => {
    document.getElementById(box.dataset.reveals).type = box.checked ? 'text' : 'password'
  })
`
