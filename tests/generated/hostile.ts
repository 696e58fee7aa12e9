type Members = Record<string, unknown>

const LONG = 'x'.repeat(100_000)

/** Values that match no schema, or only by accident. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\t\n',
  LONG,
  '\u0000',
  '\ud800',
  '\ufeff',
  'e\u0301',
  '\u202e\u2066',
  '🇺🇳👩‍👩‍👧‍👦',
  "'; DROP TABLE x; --",
  '{{constructor.constructor("x")()}}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  [],
  [null],
  Array(2_000).fill('x'),
  {},
  { $gt: '' },
  { length: 3 },
]

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Copies of the value in which one part is replaced, removed or added. */
const listPositions = function* (
  value: unknown,
  within: (inner: unknown) => unknown,
): Generator<(inner: unknown) => unknown> {
  yield within
  if (Array.isArray(value) && value.length)
    yield* listPositions(value[0], (inner) => within([inner, ...value.slice(1)]))
  if (isMembers(value))
    for (const [name, member] of Object.entries(value))
      yield* listPositions(member, (inner) => within({ ...value, [name]: inner }))
}

const withoutMembers = (value: unknown) =>
  isMembers(value)
    ? Object.keys(value).map((left) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== left)))
    : []

/** Lists careless and hostile variants of a valid value. */
export const hostileVariants = (usual: unknown): unknown[] => [
  ...[...listPositions(usual, (inner) => inner)].flatMap((place) => HOSTILE.map(place)),
  ...withoutMembers(usual),
  ...(isMembers(usual)
    ? [
        { ...usual, unknownMember: 1 },
        { ...usual, constructor: { prototype: { admin: true } } },
      ]
    : []),
]

/** Bodies that are not JSON, or are ambiguous. */
export const RAW: readonly string[] = [
  '{',
  'nul',
  '{"a":1}}',
  '{"a":1,}',
  "{'a':1}",
  '"\\ud800"',
  '{"\\u0000":1}',
  '{"__proto__":{"admin":true}}',
  '{"a":{"__proto__":null}}',
  '{"constructor":{"name":"Set"}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '1e400',
  '-0',
  '\ufeff{}',
  '{"a":"\u0000"}',
  `[${'['.repeat(40)}${']'.repeat(40)}]`,
  `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
]
