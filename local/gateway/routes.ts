import type { LocalFunction } from './local-function.ts'

export interface Matched {
  target: LocalFunction
  /** Route in the event, such as `ANY /api/partner/{proxy+}`. */
  routeKey: string
}

interface Route extends Matched {
  method: string
  pattern: RegExp
  isGreedy: boolean
  literals: number
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const parseRoute = (routeKey: string, target: LocalFunction): Route => {
  const [method = '', path = ''] = routeKey === '*' ? ['ANY', ''] : routeKey.split(' ')
  const segments = path.split('/').filter(Boolean)
  const patterns = segments.map((segment) => {
    if (/^\{\w+\+\}$/.test(segment)) return '/.+'
    return /^\{\w+\}$/.test(segment) ? '/[^/]+' : `/${escapeRegExp(segment)}`
  })
  return {
    target,
    routeKey: routeKey === '*' ? '$default' : routeKey,
    method,
    pattern: routeKey === '*' ? /^/ : new RegExp(`^${patterns.join('')}$`),
    isGreedy: path.endsWith('+}'),
    literals: routeKey === '*' ? -1 : segments.filter((segment) => !segment.startsWith('{')).length,
  }
}

/** Returns a finder of a request's function that prefers a full match, then the longest greedy one, then `*`, as AWS does. */
export const makeRoutes = (functions: readonly LocalFunction[]) => {
  const routes = functions
    .flatMap((target) => target.routes.map((routeKey) => parseRoute(routeKey, target)))
    .sort((a, b) => Number(a.isGreedy) - Number(b.isGreedy) || b.literals - a.literals)
  const ordered = [...routes.filter(({ literals }) => literals >= 0), ...routes.filter(({ literals }) => literals < 0)]
  return (method: string, path: string): Matched | undefined =>
    ordered.find((route) => (route.method === 'ANY' || route.method === method) && route.pattern.test(path))
}
