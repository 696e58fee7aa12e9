/** Answers to a client about one thing that it made under a name of its own. */
export interface Entry {
  /** Path of the list. */
  path: string
  /** Name in the request that made it, which nothing else has. */
  name: string
  /** Absent until an answer has told it. */
  id?: string
  made: 'yes' | 'no' | 'unclear' | 'deleted'
  /** Names that it may have now; more than one after a change whose outcome is unclear. */
  names: string[]
}

export interface Listed {
  id: string
  name: string
}

/** Compares what clients were told about the things of one list with the things that are in it. */
export const compareWithList = (entries: readonly Entry[], listed: readonly Listed[]): string[] => {
  const byId = Map.groupBy(listed, ({ id }) => id)
  const byName = Map.groupBy(listed, ({ name }) => name)
  const judge = ({ id = '', name, names, made }: Entry): string | undefined => {
    const same = byName.get(name)?.length ?? 0
    if (same > 1) return `is there ${same} times`
    if (made === 'no') return same ? 'was refused and is there' : undefined
    if (made === 'unclear') return undefined
    const [found, ...doubles] = byId.get(id) ?? []
    if (made === 'deleted') return found ? 'was deleted and is there' : undefined
    if (!found) return 'was acknowledged and is not there'
    if (doubles.length) return 'is listed twice'
    return names.includes(found.name) ? undefined : `has the name ${found.name} instead of ${names.join(' or ')}`
  }
  return entries.flatMap((entry) => {
    const wrong = judge(entry)
    return wrong ? [`${entry.path} ${entry.name} ${wrong}`] : []
  })
}
