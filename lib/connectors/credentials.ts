import { invalid, type Violation } from '../platform/problem.ts'
import type { Connector } from './connector.ts'

type Given = Readonly<Record<string, unknown>>

/** Returns one credential in its stored form. Throws `Unfit` with the end of a sentence, such as `must be a URL`. */
type Check = (value: string) => string

export class Unfit extends Error {}

const MAX_LENGTH = 4096
const MAX_URL_LENGTH = 2048
const CONTROL = /\p{Cc}/u

const checkCredential = (value: unknown, check: Check | undefined): string => {
  if (typeof value !== 'string') throw new Unfit('must be text')
  const trimmed = value.trim()
  if (trimmed.length > MAX_LENGTH) throw new Unfit(`must have at most ${MAX_LENGTH} characters`)
  if (CONTROL.test(trimmed) || !trimmed.isWellFormed()) throw new Unfit('must be one line of text')
  return check ? check(trimmed) : trimmed
}

const isBlank = (value: unknown) => value == null || (typeof value === 'string' && !value.trim())

/** Returns the credentials that a connector knows, each in its stored form. Throws all violations at once. */
export const parseCredentials = (
  { required, optional = [] }: Connector['keys'],
  given: Given,
  checks: Readonly<Record<string, Check>> = {},
): Record<string, string> => {
  const violations: Violation[] = []
  const kept: Record<string, string> = {}
  for (const key of [...required, ...optional]) {
    const propertyPath = `credentials.${key}`
    const value = Object.hasOwn(given, key) ? given[key] : undefined
    if (isBlank(value)) {
      if (required.includes(key)) violations.push({ propertyPath, message: 'is required' })
      continue
    }
    try {
      kept[key] = checkCredential(value, checks[key])
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      violations.push({ propertyPath, message: error.message })
    }
  }
  if (violations.length) throw invalid(...violations)
  return kept
}

/**
 * Normalizes the URL of a shop as people copy it from their browser: removes query, fragment and trailing slashes, and the
 * path from the first segment on that starts with one of `pages`, such as `wp-admin`.
 */
export const checkShopUrl =
  (...pages: string[]): Check =>
  (value) => {
    const text = value.includes('://') ? value : `https://${value}`
    if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) throw new Unfit('must be the URL of a shop')
    const { protocol, username, password, host, pathname } = new URL(text)
    if (protocol !== 'https:' && protocol !== 'http:') throw new Unfit('must start with https://')
    if (username || password) throw new Unfit('must not contain a user name or password')
    const segments = pathname.split('/').filter(Boolean)
    const end = segments.findIndex((segment) => pages.some((page) => segment.toLowerCase().startsWith(page)))
    return [`${protocol}//${host}`, ...(end < 0 ? segments : segments.slice(0, end))].join('/')
  }
