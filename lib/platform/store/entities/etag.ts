interface Revised {
  rev: number
}

const formatEtag = ({ rev }: Revised) => `"${rev}"`

/** Whether an `If-Match` speaks of this revision. */
export const matchesEtag = (ifMatch: string, resource: Revised): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((each) => each.trim() === formatEtag(resource))
