/** Chooses what the page shows: the start of a signed-in person, the end of the custodian wizard, or a resource. */
export const VIEW_SCRIPT = `
const view = find('#view')

const showNews = async () => {
  const found = await readBeside('/api/notification/notifications?limit=10')
  if (!found) return []
  const entries = found.member.map(({ title, message, createdAt, isRead, subject }) => {
    const path = subject ? pathOfUri(subject) : ''
    const shown = hasPage(path) ? makeLink(path, title) : title
    return make('li', isRead ? {} : { class: 'unread' }, shown, make('small', {}, message + ' · ' + formatMoment(createdAt)))
  })
  return [makeCard('What happened', entries.length ? make('ul', { class: 'news' }, ...entries) : make('p', {}, 'Nothing new.'))]
}

const showStart = async () => {
  const me = await ask('/api/iam/me')
  const readable = Object.entries(kinds).filter(([, { scope }]) => !scope || me.scopes.includes(scope))
  const place = me.tenant ? 'You work in ' + me.tenant.name + ' with the role ' + me.tenant.role + '.' : 'You are not in a tenant.'
  const groups = Object.entries(JSON.parse(document.body.dataset.groups)).flatMap(([title, modules]) => {
    const links = readable.filter(([path]) => modules.includes(path.split('/')[0]))
    return links.length ? [make('section', {}, make('h3', {}, title), make('ul', {}, ...links.map(([path, { title }]) => make('li', {}, makeLink('/' + path, title)))))] : []
  })
  return [
    make('section', { class: 'card' }, make('h1', {}, 'Hello ' + me.firstName), make('p', {}, place), make('p', { class: 'quiet' }, 'Signed in as ' + me.email + '.')),
    ...(await showNews()),
    makeCard('Everything you may read', make('div', { class: 'kinds' }, ...groups)),
  ]
}

// The provider has sent its code to this page; which custodian it is for is known to whoever began.
const showWizard = async () => {
  const given = new URLSearchParams(location.search)
  const code = given.get('spapi_oauth_code') ?? given.get('code')
  const state = given.get('state')
  const card = make('section', { class: 'card narrow' }, make('h1', {}, 'Connect the custodian'))
  const say = (text) => [make('section', { class: 'card narrow' }, make('h1', {}, 'Connect the custodian'), make('p', {}, text))]
  if (given.has('error')) return say('The provider did not give access (' + given.get('error') + '). Nothing has changed. Begin again.')
  if (!code || !state) return say('This link is not complete. Begin again.')
  const { member } = await ask('/api/warehousing/custodians?itemsPerPage=100')
  const providers = JSON.parse(document.body.dataset.wizards)
  const fitting = member.filter(({ type }) => providers.includes(type))
  if (!fitting.length) return say('This tenant has no custodian that a provider connects. If you began in another tenant, select it above.')
  const form = find('#wizard').content.cloneNode(true).querySelector('form')
  const { custodian } = form.elements
  custodian.replaceChildren(...fitting.map(({ id, name, type, connectionConfigured }) => new Option(name + ' (' + toWords(type) + (connectionConfigured ? ', connected' : '') + ')', id)))
  const open = fitting.find(({ connectionConfigured }) => !connectionConfigured)
  if (open) custodian.value = open.id
  onSubmit(form, async () => {
    const { id, type, name } = fitting.find(({ id }) => id === custodian.value)
    await ask('/api/warehousing/custodian-wizard/' + type + '/auth-callback', { method: 'POST', body: { custodianId: id, state, code } })
    history.replaceState(null, '', location.pathname)
    card.replaceChildren(make('h1', { class: 'good' }, 'The custodian is connected'), make('p', {}, makeLink('/warehousing/custodians/' + id, name)))
  })
  card.append(form)
  return [card]
}

const VIEWS = { '/sign-in': showStart, '/custodian-wizard/callback': showWizard }

const showBar = () => {
  const { tenants, tenantId } = readSession()
  const select = find('#tenants')
  select.replaceChildren(...tenants.map(({ id, name }) => new Option(name, id)))
  select.value = tenantId ?? ''
  select.hidden = tenants.length < 2
  find('#who').hidden = false
}

const explain = ({ status, errorCode, message }) => {
  const { tenants = [] } = readSession() ?? {}
  if (status === 404) {
    const elsewhere = tenants.length > 1 ? ' It may belong to another tenant: select it above.' : ''
    return ['Not found', 'There is nothing here, or it was deleted.' + elsewhere]
  }
  if (errorCode === 'SCOPE_MISSING')
    return ['Not allowed', 'Your role may not read this. ' + message + ' An owner or administrator of the tenant can change your role.']
  if (status === 403) return ['Not allowed', message]
  return ['This did not work', message]
}

const show = async () => {
  const session = readSession()
  if (!session || (session.tenants.length && !session.tenantId)) return showSignIn()
  showBar()
  view.hidden = false
  view.setAttribute('aria-busy', 'true')
  try {
    view.replaceChildren(...(await (VIEWS[location.pathname] ?? showRecord)()))
    void nameLinks()
  } catch (error) {
    if (error.status === 401) return showSignIn()
    const [title, text] = explain(error instanceof Refused ? error : new Refused(words.failed))
    view.replaceChildren(make('section', { class: 'card narrow' }, make('h1', {}, title), make('p', { role: 'alert' }, text), make('p', {}, makeLink('/sign-in', 'Start page'))))
  } finally {
    view.removeAttribute('aria-busy')
  }
}

prepareSignIn(show)
find('#sign-out').addEventListener('click', signOut)
find('#tenants').addEventListener('change', async (event) => {
  await selectTenant(event.target.value).catch((error) => {
    event.target.value = readSession()?.tenantId ?? ''
    view.replaceChildren(make('section', { class: 'card narrow' }, make('p', { role: 'alert' }, error.message)))
    throw error
  })
  await show()
})
// A sign-in that comes back from a provider takes the place of an earlier one.
if (location.pathname === '/sign-in' && ANSWER.test(location.hash)) dropSession()
await show()
`
