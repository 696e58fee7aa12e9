import { makeOnce } from '../../make-once.ts'

interface Route {
  url: string
  handler(request: unknown, reply: { header(): unknown; send(content: string): void }): void
}

const SCRIPT_PATH = '/js/scalar.js'

/**
 * Loads the script of Scalar, which draws the reference. Its package for Fastify is the smallest that contains the script, and
 * hands it out only as a route, so the route is run here. A bundle replaces this module by one that contains the result.
 */
export const loadReferenceComponent = makeOnce(async (): Promise<string> => {
  const { default: register } = await import('@scalar/fastify-api-reference')
  const routes: Route[] = []
  const server = { route: (route: Route) => routes.push(route), initialConfig: {} }
  await new Promise<void>((resolve) => {
    const plugin = register as unknown as (to: object, options: object, done: () => void) => void
    plugin(server, { routePrefix: '/', configuration: { content: '{}' } }, resolve)
  })
  let script = ''
  const reply = {
    header: () => reply,
    send: (content: string) => {
      script = content
    },
  }
  routes.find(({ url }) => url.endsWith(SCRIPT_PATH))?.handler({}, reply)
  if (!script) throw new Error(`the package has no ${SCRIPT_PATH}`)
  return script
})
