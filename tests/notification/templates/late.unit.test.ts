import { expect, test } from 'vitest'
import { sources } from '../../shape/sources.ts'

const AT_ONCE = /^(?:import|export) (?!type\b)[^']*from '(?:liquidjs|[^']*\/liquid\.ts)'/m

test('Liquid is loaded by who renders, when they render', () => {
  const eager = sources('lib', 'functions', 'schemas').filter(({ text }) => AT_ONCE.test(text))
  expect(eager.map(({ path }) => path)).toEqual(['lib/notification/templates/liquid.ts'])
})
