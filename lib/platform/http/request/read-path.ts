import { parseId } from '../../id.ts'
import { notFound } from '../../problem.ts'
import type { Middleware } from '../call.ts'
import type { EndpointSpec } from '../endpoint-spec.ts'

/** More than any stored value has, and within the limits of a table key. */
const MAX_PATH_VALUE_BYTES = 1024

const isTooLongForPath = (value: unknown) =>
  typeof value === 'string' && Buffer.byteLength(value) > MAX_PATH_VALUE_BYTES

/** Parameters `{id}` and `{…Id}` are ids; a greedy `{name+}` is text. */
const listIdParameters = (route: string) => [...route.matchAll(/\{(id|\w+Id)\}/g)].map(([, name = '']) => name)

/** Reads the ids in the path. What can be no id names nothing, and no resource has a path value of excessive length. */
export const readPath = ({ route }: Pick<EndpointSpec, 'route'>): Middleware => {
  const ids = listIdParameters(route)
  return {
    before({ event }) {
      const params = event.pathParameters ?? {}
      if (Object.values(params).some(isTooLongForPath)) throw notFound()
      for (const name of ids) {
        const id = parseId(params[name] ?? '')
        if (!id) throw notFound()
        params[name] = id
      }
    },
  }
}
