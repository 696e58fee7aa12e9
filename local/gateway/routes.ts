import type { LocalFunction } from './local-function.ts'

export interface Matched {
  target: LocalFunction
  /** As the event names it, such as `ANY /api/partner/{proxy+}`. */
  routeKey: string
}

interface Route extends Matched {
  method: string
  pattern: RegExp
  isGreedy: boolean
  literals: number
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const routeOf = (routeKey: string, target: LocalFunction): Route => {
  const [method = '', path = ''] = routeKey === '*' ? ['ANY', ''] : routeKey.split(' ')
  const segments = path.split('/').filter(Boolean)
  const patterns = segments.map((segment) => {
    if (/^\{\w+\+\}$/.test(segment)) return '/.+'
    return /^\{\w+\}$/.test(segment) ? '/[^/]+' : `/${escaped(segment)}`
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

/** Finds the function of a request as the platform does: a full match first, then the longest greedy one, then `*`. */
export const makeRoutes = (functions: readonly LocalFunction[]) => {
  const routes = functions
    .flatMap((target) => target.routes.map((routeKey) => routeOf(routeKey, target)))
    .sort((a, b) => Number(a.isGreedy) - Number(b.isGreedy) || b.literals - a.literals)
  const ordered = [...routes.filter(({ literals }) => literals >= 0), ...routes.filter(({ literals }) => literals < 0)]
  return (method: string, path: string): Matched | undefined =>
    ordered.find((route) => (route.method === 'ANY' || route.method === method) && route.pattern.test(path))
}
