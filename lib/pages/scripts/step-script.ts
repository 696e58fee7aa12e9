/** Does the step of a page with the token of its address, once its reader presses the button. */
export const STEP_SCRIPT = `
const { operation, hasToken } = JSON.parse(document.body.dataset.step)
const token = new URLSearchParams(location.search).get('token')
const form = find('form')
const later = find('#later')

const open = (part) => {
  for (const id of ['ask', 'done', 'over']) {
    const each = document.getElementById(id)
    if (each) each.hidden = id !== part
  }
  find('#title').hidden = part !== 'ask'
  if (part !== 'ask') document.getElementById(part).focus()
}

const collect = () => {
  const given = [...new FormData(form)].filter(([, value]) => value !== '')
  return { ...(hasToken && { token }), ...Object.fromEntries(given) }
}

// The operation says by itself whether the address needs an account, so the page asks for it only then.
const askForMore = (violations) => {
  if (!later?.hidden || !violations.some(({ propertyPath }) => later.querySelector('#' + CSS.escape(propertyPath)))) return false
  later.hidden = later.disabled = false
  find('#ask > p').hidden = true
  later.querySelector('input').focus()
  return true
}

onSubmit(form, async () => {
  const given = collect()
  try {
    await call('POST', '/api/v1/iam/auth/' + operation, { body: given })
  } catch (error) {
    if (error.violations?.some(({ propertyPath }) => propertyPath === 'token')) return open('over')
    if (error.violations && askForMore(error.violations)) return
    throw error
  }
  // The token is spent, and need not stay in the address and the history.
  history.replaceState(null, '', location.pathname)
  const told = find('#done .told')
  told.textContent = told.textContent.replace('{email}', given.email ?? '')
  open('done')
})

open(hasToken && !token ? 'over' : 'ask')
`
