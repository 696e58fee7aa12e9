import { listUnusualDigits } from '../../platform/money/currencies.ts'
import { PAGE_KINDS } from '../kinds/page-kinds.ts'
import { SHOWN_MEMBERS } from '../kinds/shown-members.ts'

const kinds = () =>
  Object.fromEntries(Object.entries(PAGE_KINDS).map(([path, kind]) => [path, { ...kind, ...SHOWN_MEMBERS[path] }]))

/** Makes the script that shows single values as a person reads them. All is set as text, so no value becomes markup. */
export const makeValueScript = (): string => `
const kinds = ${JSON.stringify(kinds())}
const unusualDigits = ${JSON.stringify(listUnusualDigits())}
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const INITIALS = /\\b(sku|url|id|vat|iban|bic|api|ip|sha|fba|fbb)\\b/gi
const toWords = (name) => {
  const parts = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/([a-z])([0-9]+)$/g, '$1 $2').replaceAll(/[-_]/g, ' ')
  const text = parts.toLowerCase().replaceAll(INITIALS, (each) => each.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const ID = /^([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27})$/i
const AMOUNT = /(amount|total|price|balance|fees?|debits|credits|credit|refunded|allocated|revenue|value)$/i
const STATE = /^(status|state|role|type|kind|mode|priority|action|reason|outcome|direction|cadence|disposition|condition|.*(Status|Type))$/
const CODE = /^[a-z]+(_[a-z]+)*$/

const formatMoment = (text) => new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const formatDay = (text) => new Date(text + 'T00:00:00Z').toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
// Rates have parts of a cent, which are not rounded away.
const formatAmount = (value, currency) => {
  const digits = unusualDigits[currency] ?? 2
  const parts = String(value).split('.')[1]?.length ?? 0
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits + parts }
  return new Intl.NumberFormat(undefined, style).format(value / 10 ** digits)
}
const readCurrency = ({ currency, currencyCode }) => [currency, currencyCode].find((each) => /^[A-Z]{3}$/.test(each ?? ''))

const pathOfUri = (text) => text.replace(/^commerce:\\/\\//, '').replace(/^\\/api\\//, '/')
const hasPage = (path) => Object.hasOwn(kinds, path.split('/').slice(1, 3).join('/'))
const makeLink = (path, text) => make('a', { href: path }, text)
const findKindOfId = (name) => Object.keys(kinds).find((path) => kinds[path].ids?.includes(name))
const findPath = (name, value) => {
  const kind = findKindOfId(name)
  return kind && ID.test(value) ? '/' + kind + '/' + value : null
}

const RESOURCE_STARTS = ['commerce:///', '/api/']
const showText = (name, value) => {
  if (MOMENT.test(value)) return make('time', { datetime: value }, formatMoment(value))
  if (DAY.test(value)) return make('time', { datetime: value }, formatDay(value))
  if (RESOURCE_STARTS.some((start) => value.startsWith(start)) && hasPage(pathOfUri(value))) return make('a', { href: pathOfUri(value), 'data-names': '' }, pathOfUri(value).slice(1))
  if (/^https?:\\/\\/[^\\s]+$/.test(value)) return make('a', { href: value, rel: 'noopener noreferrer', target: '_blank' }, value)
  const path = findPath(name, value)
  if (path) return make('a', { href: path, 'data-names': '' }, value)
  // The API writes them with what they are roles of, such as Partner.Custodian.
  if (name === 'roles') return toWords(value.split('.').at(-1))
  return STATE.test(name) && CODE.test(value) ? make('span', { class: 'state' }, value.replaceAll('_', ' ')) : value
}

const isEmpty = (value) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const INTEGER = /^-?[0-9]+$/
const showScalar = (name, value, currency) => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (currency && AMOUNT.test(name) && (typeof value === 'number' || INTEGER.test(value))) return formatAmount(value, currency)
  if (typeof value === 'number') return value.toLocaleString()
  return showText(name, String(value))
}

const findMember = (resource, names) => names.find((name) => !isEmpty(resource[name]))
`
