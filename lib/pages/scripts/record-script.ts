/** Shows the resource or the list that the API has at the path of the page, with what belongs to it. */
export const RECORD_SCRIPT = `
const NAMES = ['number', 'invoiceNumber', 'creditNoteNumber', 'settlementNumber', 'billNumber', 'returnNumber', 'documentNumber',
  'orderNumber', 'externalOrderNumber', 'name', 'title', 'trackingNumber', 'lotNumber', 'serialNumber', 'sku', 'email', 'device', 'fileName']
const FACTS = ['status', 'state', 'partnerName', 'customerName', 'type', 'role', 'message', 'reason', 'quantity', 'totalAmount', 'grandTotal', 'amount', 'currency',
  'dueDate', 'address', 'lastUsedAt', 'createdAt', 'occurredAt', 'startedAt']
const RESOURCE = location.pathname.replace(/\\/+$/, '')
const kindPath = RESOURCE.split('/').slice(1, 3).join('/')
const isKind = RESOURCE.split('/').length === 3

const findName = (resource) => String(NAMES.map((name) => resource[name]).find((value) => value !== null && value !== undefined && value !== '') ?? resource.id ?? '')
const toPagePath = (resource) => {
  const path = String(resource['@id'] ?? '').replace(/^\\/api\\//, '/').split('?')[0]
  return hasPage(path) ? path : null
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
  const names = FACTS.filter((name) => rows.some((row) => !isEmpty(row[name]) && !isObject(row[name]) && !Array.isArray(row[name])))
  const isSession = rows[0]?.['@type'] === 'Session'
  const head = make('tr', {}, make('th', { scope: 'col' }, 'Name'), ...names.map((name) => make('th', { scope: 'col' }, toWords(name))), ...(isSession ? [make('th', { scope: 'col' }, '')] : []))
  const body = rows.map((row) => {
    const path = toPagePath(row)
    const name = findName(row) || '–'
    const cells = names.map((each) => {
      const value = row[each]
      const isShown = !isEmpty(value) && !isObject(value) && !Array.isArray(value)
      return make('td', typeof value === 'number' ? { class: 'number' } : {}, ...(isShown ? [showScalar(each, value, readCurrency(row))] : []))
    })
    const actions = isSession ? [make('td', {}, endSessionButton(row))] : []
    return make('tr', {}, make('td', {}, path ? makeLink(path, name) : name, ...(row.current ? [' (this one)'] : [])), ...cells, ...actions)
  })
  return make('div', { class: 'scrolls', tabindex: '0' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)))
}

const toPageUrl = (text) => text.replace(/^\\/api\\//, '/')
const showPaging = ({ previous, next } = {}) =>
  make('p', { class: 'pages' }, ...(previous ? [makeLink(toPageUrl(previous), 'Previous')] : []), ...(next ? [makeLink(toPageUrl(next), 'Next')] : []))

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

// What a resource brings as a file, by its kind and state.
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
  return [makeCard('Documents', ...documents.map((each) => downloadButton('Download ' + (findName(each) || toWords(each.type)), '/api/document/documents/' + each.id + '/download')))]
}

const showList = async (name) => {
  const found = await readBeside('/api' + RESOURCE + '/' + name)
  if (!found) return []
  if (!found.member) return [makeCard(toWords(name), showMembers(found))]
  if (!found.member.length) return []
  const more = found.view?.next ? [make('p', { class: 'pages' }, makeLink(RESOURCE + '/' + name, 'All ' + found.totalItems))] : []
  return [makeCard(toWords(name), showRows(found.member), ...more)]
}

const showResource = async (resource) => {
  const kind = toWords(resource['@type'] ?? '')
  const name = findName(resource)
  document.title = (name || kind) + ' – Entrepot'
  const content = CONTENTS[kindPath]?.(resource)
  const card = make('section', { class: 'card' },
    make('p', { class: 'kind' }, isKind ? kind : makeLink('/' + kindPath, kinds[kindPath].title), isKind ? '' : ' / ' + kind),
    make('h1', {}, name || kind),
    ...(content ? [downloadButton('Download', content)] : []),
    showMembers(resource))
  const isWhole = RESOURCE.split('/').length === 4
  const beside = isWhole ? [showDocuments(), ...(kinds[kindPath].lists ?? []).map(showList)] : []
  return [card, ...(await Promise.all(beside)).flat()]
}

const showRecord = async () => {
  const answer = await ask('/api' + RESOURCE + location.search)
  return Array.isArray(answer?.member) ? showCollection(answer) : await showResource(answer)
}
`
