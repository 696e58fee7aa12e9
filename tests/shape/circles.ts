import type { Source } from './sources.ts'

/** The groups of nodes that import one another, sorted as their members are; `group` names the node that a file belongs to. */
export const findCircles = (files: readonly Source[], group: (path: string) => string): string[][] => {
  const known = new Set(files.map(({ path }) => path))
  const targets = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = group(path)
    const to = imports.filter((name) => known.has(name)).map(group)
    targets.set(from, new Set([...(targets.get(from) ?? []), ...to.filter((name) => name !== from)]))
  }
  const indexes = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  // Tarjan's algorithm for strongly connected components.
  const visit = (node: string): number => {
    const index = indexes.size
    indexes.set(node, index)
    stack.push(node)
    let low = index
    for (const target of targets.get(node) ?? []) {
      if (!indexes.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) as number)
    }
    if (low === index) {
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return low
  }
  for (const node of targets.keys()) if (!indexes.has(node)) visit(node)
  return circles.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
}
