import { expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe as describeApi } from '../../lib/platform/docs/openapi/description.ts'

/** Members whose names end like those of actors, each with what it is instead. */
const NO_ACTORS: Readonly<Record<string, string>> = {
  decidedBy: 'the rules that decided',
  promisedBy: 'a time',
  reversedBy: 'the fulfilment that reverses this one',
  signedBy: 'the name of whoever took the parcel',
  supersededBy: 'the document that replaces this one',
}

/** Lists the names of actors in a schema whose kind is not beside them, with the path of each. */
const listUntold = (node: unknown, path: string): string[] => {
  if (typeof node !== 'object' || node === null) return []
  const { properties = {} } = node as { properties?: Record<string, unknown> }
  const untold = Object.keys(properties).filter(
    (name) =>
      (name.endsWith('By') && !NO_ACTORS[name] && !properties[`${name}Type`]) ||
      (name === 'actorId' && !properties.actorType),
  )
  return [
    ...untold.map((name) => `${path}.${name}`),
    ...Object.entries(node).flatMap(([name, member]) => listUntold(member, `${path}.${name}`)),
  ]
}

it('every answer that says who did something tells persons and service accounts apart', async () => {
  const { components } = JSON.parse(JSON.stringify(await describeApi(AREAS)))
  const { schemas } = components
  expect(Object.values(schemas).filter((each) => JSON.stringify(each).includes('ByType"')).length).toBeGreaterThan(9)
  expect(Object.entries(schemas).flatMap(([name, schema]) => listUntold(schema, name))).toEqual([])
})
