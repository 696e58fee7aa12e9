/** Shows the resource or the list that the API has at the path of the page, with what belongs to it. */
export const RECORD_SCRIPT = `
const NAMES = ['number', 'name', 'fileName', 'trackingNumber', 'sku', 'email', 'recipient', 'type', 'createdAt', 'startedAt']
const FACTS = ['status', 'state', 'carrier', 'operation', 'quantity', 'line', 'column', 'message', 'amount', 'sentAt', 'createdAt', 'occurredAt', 'startedAt', 'finishedAt']
const RESOURCE = location.pathname.replace(/\\/+$/, '')
const kindPath = RESOURCE.split('/').slice(1, 3).join('/')
const isKind = RESOURCE.split('/').length === 3

const toPagePath = (resource) => {
  const path = pathOfUri(String(resource['@id'] ?? '')).split('?')[0]
  if (hasPage(path)) return path
  return isKind && resource.id ? RESOURCE + '/' + resource.id : null
}
// A notification leads to what it is about.
const toTarget = (row) => {
  const subject = row['@type'] === 'Notification' ? pathOfUri(row.subject ?? '') : ''
  return hasPage(subject) ? subject : toPagePath(row)
}
const findKind = (path) => (path?.split('/').length === 4 ? kinds[path.split('/').slice(1, 3).join('/')] : undefined)
const formatName = (value) => (MOMENT.test(value) ? formatMoment(value) : DAY.test(value) ? formatDay(value) : String(value))
const findName = (resource, kind) => {
  const name = findMember(resource, kind?.names ?? NAMES)
  return name ? formatName(resource[name]) : ''
}

const makeCard = (title, ...children) => make('section', { class: 'card' }, make('h2', {}, title), ...children)

const endSessionButton = (resource) => {
  const button = make('button', { type: 'button', class: 'small' }, 'End')
  button.addEventListener('click', async () => {
    button.disabled = true
    if (resource.current) return signOut()
    await ask('/api/iam/sessions/' + resource.id, { method: 'DELETE' })
    button.closest('tr').remove()
  })
  return button
}

const showRows = (rows) => {
  const kind = findKind(toPagePath(rows[0]))
  const isSession = rows[0]?.['@type'] === 'Session'
  const naming = kind?.names ?? NAMES.filter((name) => !isEmpty(rows[0][name])).slice(0, 1)
  const facts = (kind?.facts ?? FACTS).filter((name) => !(naming[0] === name) && rows.some((row) => !isEmpty(row[name])))
  const heads = [naming[0] ? labelOf(naming[0]) : '', ...facts.map(labelOf), ...(isSession ? [''] : [])]
  return makeTable(heads, rows.map((row) => {
    const path = toTarget(row)
    const name = findName(row, kind) || (path ? 'Show' : '–')
    const first = { nodes: [make('span', {}, path ? makeLink(path, name) : name, ...(row.current ? [' (this one)'] : []))] }
    const action = isSession ? [{ nodes: [endSessionButton(row)] }] : []
    return { values: [first, ...facts.map((each) => makeCell(row, each)), ...action] }
  }))
}

const showPaging = ({ previous, next } = {}) =>
  make('p', { class: 'pages' }, ...(previous ? [makeLink(pathOfUri(previous), 'Previous')] : []), ...(next ? [makeLink(pathOfUri(next), 'Next')] : []))

const showCollection = ({ member, totalItems, view }) => {
  const title = isKind ? kinds[kindPath].title : toWords(RESOURCE.split('/').at(-1))
  document.title = title + ' – Entrepot'
  const card = make('section', { class: 'card' }, make('h1', {}, title))
  if (totalItems !== undefined) card.append(make('p', { class: 'quiet' }, totalItems === 1 ? '1 entry' : totalItems.toLocaleString() + ' entries'))
  card.append(...(member.length ? [showRows(member), showPaging(view)] : [make('p', {}, 'There is nothing here yet.')]))
  return [card]
}

const download = async (path) => {
  const { url } = await ask(path)
  location.assign(url)
}
const downloadButton = (text, path) => {
  const button = make('button', { type: 'button', class: 'other' }, text)
  button.addEventListener('click', () => {
    download(path).catch((error) => button.after(make('p', { class: 'failure', role: 'alert' }, error.message)))
  })
  return button
}

// Some kinds of resources have a file, depending on their state.
const CONTENTS = {
  'document/documents': ({ id, status }) => (status === 'final' ? '/api/document/documents/' + id + '/download' : null),
  'data-exchange/exports': ({ id, status }) => (status === 'ready' ? '/api/data-exchange/exports/' + id + '/content' : null),
  'storage/files': ({ id, status }) => (status === 'ready' ? '/api/storage/files/' + id + '/content' : null),
}

// Lists beside the resource are not shown to those who may not read them.
const readBeside = async (path) => {
  try {
    return await ask(path)
  } catch (error) {
    if (error.status === 403 || error.status === 404 || error.status === 400) return null
    throw error
  }
}

const showDocuments = async () => {
  const uri = 'commerce://' + RESOURCE
  const found = await readBeside('/api/document/documents?' + new URLSearchParams({ subject: uri }))
  const documents = (found?.member ?? []).filter(({ status }) => status === 'final')
  if (!documents.length) return []
  return [makeCard('Documents', ...documents.map((each) => downloadButton('Download ' + (findName(each, kinds['document/documents']) || toWords(each.type)), '/api/document/documents/' + each.id + '/download')))]
}

const showList = async (name) => {
  const found = await readBeside('/api' + RESOURCE + '/' + name)
  if (!found) return []
  if (!found.member) return [makeCard(toWords(name), showMembers(found))]
  if (!found.member.length) return []
  const more = found.view?.next ? [make('p', { class: 'pages' }, makeLink(RESOURCE + '/' + name, 'All ' + found.totalItems))] : []
  return [makeCard(toWords(name), showRows(found.member), ...more)]
}

const showWarnings = ({ warnings = [] }) =>
  warnings.length ? [make('ul', { class: 'warnings' }, ...warnings.map(({ message }) => make('li', {}, message)))] : []

const showResource = async (answer) => {
  const { warnings, ...resource } = answer
  const isWhole = RESOURCE.split('/').length === 4
  const kind = toWords(resource['@type'] ?? '')
  const name = findName(resource, isWhole ? kinds[kindPath] : undefined)
  document.title = (name || kind) + ' – Entrepot'
  const content = CONTENTS[kindPath]?.(resource)
  const state = CODE.test(resource.status ?? '') ? [' ', showScalar('status', resource.status)] : []
  if (state.length) delete resource.status
  const card = make('section', { class: 'card' },
    make('p', { class: 'kind' }, makeLink('/' + kindPath, kinds[kindPath].title), ...(name ? [' / ' + kind] : [])),
    make('h1', {}, name || kind, ...state),
    ...showWarnings({ warnings }),
    ...(content ? [downloadButton('Download', content)] : []),
    showMembers(resource))
  const beside = isWhole ? [showDocuments(), ...(kinds[kindPath].lists ?? []).map(showList)] : []
  return [card, ...(await Promise.all(beside)).flat()]
}

const MAX_NAMES = 20
// Links that only have an identifier get the name of what they lead to, if the reader may read it.
const nameLinks = async () => {
  const links = [...document.querySelectorAll('a[data-names]')]
  const paths = [...new Set(links.map((link) => link.getAttribute('href')))].filter((path) => findKind(path)).slice(0, MAX_NAMES)
  await Promise.all(paths.map(async (path) => {
    const name = await readBeside('/api' + path).then((found) => found && findName(found, findKind(path))).catch(() => null)
    if (name) for (const link of links) if (link.getAttribute('href') === path) link.textContent = name
  }))
}

const showRecord = async () => {
  const answer = await ask('/api' + RESOURCE + location.search)
  return Array.isArray(answer?.member) ? showCollection(answer) : await showResource(answer)
}
`
