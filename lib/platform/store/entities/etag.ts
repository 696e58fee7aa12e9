interface Revised {
  rev: number
}

const formatEtag = ({ rev }: Revised) => `"${rev}"`

/** Tells whether an `If-Match` header matches this revision. */
export const matchesEtag = (ifMatch: string, resource: Revised): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((each) => each.trim() === formatEtag(resource))
