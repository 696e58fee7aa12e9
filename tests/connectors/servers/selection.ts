/** Fields that a GraphQL document asks for, each with those of its object. */
type Selection = Map<string, Selection>

const merge = (into: Selection, from: Selection): void => {
  for (const [name, own] of from) {
    const known = into.get(name)
    if (known) merge(known, own)
    else into.set(name, own)
  }
}

/** Reads the fields of an operation; those of fragments count as fields of their object. */
export const parseSelection = (document: string): Selection => {
  const tokens: readonly string[] = document.match(/\.\.\.|[{}]|\w+|\((?:[^()]|\([^()]*\))*\)/g) ?? []
  let at = tokens.indexOf('{')
  const parse = (): Selection => {
    const fields: Selection = new Map()
    for (at++; tokens[at] !== '}'; at++) {
      const token = tokens[at]
      if (token === undefined) throw new Error('the document has no end')
      if (token.startsWith('(')) continue
      if (token === '...') {
        at += 3
        merge(fields, parse())
        continue
      }
      if (tokens[at + 1]?.startsWith('(')) at++
      const isObject = tokens[at + 1] === '{'
      if (isObject) at++
      merge(fields, new Map([[token, isObject ? parse() : new Map()]]))
    }
    return fields
  }
  return parse()
}

/** Returns what a shop answers of its data: the fields that it was asked for, and nothing else. */
export const select = (data: unknown, fields: Selection): unknown => {
  if (Array.isArray(data)) return data.map((each) => select(each, fields))
  if (data === null || typeof data !== 'object' || !fields.size) return data
  const known = data as Record<string, unknown>
  return Object.fromEntries(
    [...fields].flatMap(([name, own]) => (name in known ? [[name, select(known[name], own)]] : [])),
  )
}
