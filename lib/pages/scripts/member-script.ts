/** Shows the members of a resource: those that belong together as one, addresses in lines, rows as a table. */
export const MEMBER_SCRIPT = `
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

// A member that only says again what another one says is left out: a formatted amount, the name beside an id, the page itself.
const HIDDEN = ['@context', '@id', '@type', 'id', 'tenantId', 'documentSubject', 'errorsUrl', 'lineItemCount']
const NAMED = ['Name', 'Number']
const findNameOf = (resource, name) =>
  name.endsWith('Id') ? NAMED.map((end) => name.slice(0, -2) + end).find((each) => !isEmpty(resource[each])) : undefined
const listMembers = (resource) =>
  Object.entries(resource).filter(([name, value]) => {
    if (HIDDEN.includes(name) || isEmpty(value)) return false
    if (name.endsWith('Formatted') && Object.hasOwn(resource, name.slice(0, -'Formatted'.length))) return false
    const id = name.replace(/(Name|Number)$/, 'Id')
    return id === name || findNameOf(resource, id) !== name || !findPath(id, String(resource[id]))
  })

const labelOf = (name) => toWords(findKindOfId(name) ? name.replace(/Id$/, '') : name)
const showMember = (resource, name, currency) => {
  const value = resource[name]
  const path = typeof value === 'string' ? findPath(name, value) : null
  const named = path ? findNameOf(resource, name) : undefined
  return named ? makeLink(path, resource[named]) : showValue(name, value, currency)
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const nameCountry = (code) => {
  try {
    return countries.of(code)
  } catch {
    return code
  }
}
const isAddress = (value) => isObject(value) && !isEmpty(value.countryCode) && (!isEmpty(value.city) || !isEmpty(value.line1))
const showAddress = ({ name, company, line1, line2, postalCode, city, region, countryCode, ...rest }) => {
  const lines = [name, company, line1, line2, [postalCode, city].filter(Boolean).join(' '), region, nameCountry(countryCode)]
  const others = Object.values(rest).filter((value) => typeof value === 'string' && value)
  return make('span', { class: 'lines' }, [...lines, ...others].filter(Boolean).join('\\n'))
}

// On a narrow screen each row is a block, in which every value has the name of its column.
const makeTable = (names, rows) => {
  const isNumber = names.map((name, i) => rows.some(({ values }) => values[i]?.number))
  const kind = (i) => (isNumber[i] ? { class: 'number' } : {})
  const head = make('tr', {}, ...names.map((name, i) => make('th', { scope: 'col', ...kind(i) }, name)))
  const body = rows.map(({ values }) =>
    make('tr', {}, ...values.map(({ nodes }, i) => make('td', { 'data-name': names[i], ...kind(i) }, ...nodes))))
  return make('div', { class: 'scrolls', tabindex: '0' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)))
}
const makeCell = (row, name, currency) => ({
  number: typeof row[name] === 'number' || (AMOUNT.test(name) && INTEGER.test(row[name])),
  nodes: isEmpty(row[name]) ? [] : [showMember(row, name, readCurrency(row) ?? currency)],
})

const showTable = (rows, currency) => {
  const names = [...new Set(rows.flatMap((row) => listMembers(row).map(([name]) => name)))]
  return makeTable(names.map(labelOf), rows.map((row) => ({ values: names.map((name) => makeCell(row, name, currency)) })))
}

const showValue = (name, value, currency) => {
  if (Array.isArray(value)) {
    if (value.every(isObject)) return showTable(value, currency)
    return make('span', {}, ...value.flatMap((each, i) => [...(i ? [', '] : []), isObject(each) ? JSON.stringify(each) : showScalar(name, each, currency)]))
  }
  if (isAddress(value)) return showAddress(value)
  return isObject(value) ? showMembers(value, currency) : showScalar(name, value, currency)
}

// The table of an invoice's lines would not fit beside its name.
const isWide = (value) => Array.isArray(value) && value.length > 0 && value.every(isObject)
const showMembers = (resource, currency = undefined) => {
  const own = readCurrency(resource) ?? currency
  return make('dl', {}, ...listMembers(resource).map(([name, value]) =>
    make('div', isWide(value) ? { class: 'wide' } : {}, make('dt', {}, labelOf(name)), make('dd', {}, showMember(resource, name, own)))))
}
`
