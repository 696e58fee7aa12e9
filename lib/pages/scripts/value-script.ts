import { PAGE_KINDS } from '../kinds/page-kinds.ts'

/** Shows the values of resources as a person reads them. Everything is set as text, so no value becomes markup. */
export const VALUE_SCRIPT = `
const kinds = ${JSON.stringify(PAGE_KINDS)}
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const toWords = (name) => {
  const text = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const ID = /^([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27})$/i
const AMOUNT = /(amount|total|price|balance|fees?|debits|credits|credit|refunded|allocated|revenue|value)$/i
const STATE = /^(status|state|role|type|priority|.*Status)$/

const formatMoment = (text) => new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const formatDay = (text) => new Date(text + 'T00:00:00Z').toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const formatAmount = (value, currency) => {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  return format.format(value / 10 ** format.resolvedOptions().maximumFractionDigits)
}
const readCurrency = ({ currency, currencyCode }) => [currency, currencyCode].find((each) => /^[A-Z]{3}$/.test(each ?? ''))

const pathOfUri = (text) => text.replace(/^commerce:\\/\\//, '')
const hasPage = (path) => Object.hasOwn(kinds, path.split('/').slice(1, 3).join('/'))
const makeLink = (path, text) => make('a', { href: path }, text)
const findPath = (name, value) => {
  const kind = Object.keys(kinds).find((path) => kinds[path].ids?.includes(name))
  return kind && ID.test(value) ? '/' + kind + '/' + value : null
}

const showText = (name, value) => {
  if (MOMENT.test(value)) return make('time', { datetime: value }, formatMoment(value))
  if (DAY.test(value)) return make('time', { datetime: value }, formatDay(value))
  if (/^commerce:\\/\\/\\//.test(value) && hasPage(pathOfUri(value))) return makeLink(pathOfUri(value), pathOfUri(value).slice(1))
  if (/^https?:\\/\\/[^\\s]+$/.test(value)) return make('a', { href: value, rel: 'noopener noreferrer', target: '_blank' }, value)
  const path = findPath(name, value)
  if (path) return makeLink(path, value)
  return STATE.test(name) ? make('span', { class: 'state' }, value.replaceAll('_', ' ')) : value
}

const isEmpty = (value) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const showScalar = (name, value, currency) => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return currency && AMOUNT.test(name) ? formatAmount(value, currency) : value.toLocaleString()
  return showText(name, String(value))
}

const HIDDEN = ['@context', '@id', '@type', 'id']
const listMembers = (resource) => Object.entries(resource).filter(([name, value]) => !HIDDEN.includes(name) && !isEmpty(value))

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

const showTable = (rows, currency) => {
  const names = [...new Set(rows.flatMap((row) => listMembers(row).map(([name]) => name)))]
  const head = make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, toWords(name))))
  const body = rows.map((row) =>
    make('tr', {}, ...names.map((name) => {
      const value = row[name]
      return make('td', typeof value === 'number' ? { class: 'number' } : {}, ...(isEmpty(value) ? [] : [showValue(name, value, readCurrency(row) ?? currency)]))
    })),
  )
  return make('div', { class: 'scrolls', tabindex: '0' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)))
}

const showValue = (name, value, currency) => {
  if (Array.isArray(value)) {
    if (value.every(isObject)) return showTable(value, currency)
    return make('span', {}, ...value.flatMap((each, i) => [...(i ? [', '] : []), isObject(each) ? JSON.stringify(each) : showScalar(name, each, currency)]))
  }
  return isObject(value) ? showMembers(value, currency) : showScalar(name, value, currency)
}

const showMembers = (resource, currency = undefined) => {
  const own = readCurrency(resource) ?? currency
  return make('dl', {}, ...listMembers(resource).flatMap(([name, value]) => [
    make('dt', {}, toWords(name)),
    make('dd', {}, showValue(name, value, own)),
  ]))
}
`
