/** Counts something that happened. */
export const count = ({ tally }: { tally: Record<string, number> }, name: string, more = 1): void => {
  tally[name] = (tally[name] ?? 0) + more
}
