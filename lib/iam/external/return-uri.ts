// What browsers turn into something else before they go there: white space, controls and backslashes.
const RISKY = /[\s\\\p{Cc}]/u

const isPathWithin = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)

/**
 * The address as a browser reads it, where one of `allowed` covers it: the same origin, and its path the same or below.
 * Undefined for everything else, such as user names, fragments, and text that is read differently elsewhere.
 */
export const matchReturnUri = (text: string, allowed: readonly string[]): string | undefined => {
  if (RISKY.test(text) || text.includes('#') || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username || url.password) return undefined
  // An encoded slash or dot is read as one by some servers only, which could lead out of the allowed path.
  if (/%(2e|2f|5c)/i.test(url.pathname)) return undefined
  const fits = allowed.some((each) => {
    const { origin, pathname } = new URL(each)
    return url.origin === origin && isPathWithin(url.pathname, pathname)
  })
  return fits ? url.href : undefined
}

/** The address with these members in its fragment, which no server and no `Referer` gets to see. */
export const addFragment = (uri: string, members: Readonly<Record<string, string>>): string =>
  `${uri.split('#')[0]}#${new URLSearchParams(members)}`
