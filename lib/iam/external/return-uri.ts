// Browsers rewrite these before they follow the URI: white space, control characters and backslashes.
const RISKY = /[\s\\\p{Cc}]/u

const isPathWithin = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

/**
 * Returns the URI as a browser reads it if one of `allowed` covers it: same origin, and its path equal or below.
 * Returns undefined otherwise, also for user names, fragments and text that other parsers read differently.
 */
export const matchReturnUri = (text: string, allowed: readonly string[]): string | undefined => {
  if (RISKY.test(text) || text.includes('#') || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username || url.password) return undefined
  // Only some servers decode a slash or dot, which could lead out of the allowed path.
  if (/%(2e|2f|5c)/i.test(url.pathname)) return undefined
  const fits = allowed.some((each) => {
    const { origin, pathname } = new URL(each)
    return url.origin === origin && isPathWithin(url.pathname, pathname)
  })
  return fits ? url.href : undefined
}

/** Adds the parameters as a fragment, which browsers send to no server and in no `Referer`. */
export const addFragment = (uri: string, members: Readonly<Record<string, string>>): string =>
  `${uri.split('#')[0]}#${new URLSearchParams(members)}`
