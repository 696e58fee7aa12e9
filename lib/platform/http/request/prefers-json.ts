/** Returns the quality that a client gives a media type, from 0 to 1; the most specific range decides. */
const qualityOf = (accept: string, type: string): number => {
  const ranges = [type, `${type.split('/')[0]}/*`, '*/*']
  let [quality, place] = [0, ranges.length]
  for (const each of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = each.split(';').map((part) => part.trim())
    const found = ranges.indexOf(range)
    if (found < 0 || found >= place) continue
    place = found
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    quality = q ? Number(q.slice(2)) || 0 : 1
  }
  return quality
}

/** Returns true if a client prefers JSON to the media type that it gets otherwise. */
export const prefersJson = (accept: string | undefined, otherwise: string): boolean => {
  const [type = ''] = otherwise.split(';')
  return accept !== undefined && qualityOf(accept, 'application/json') > qualityOf(accept, type)
}
