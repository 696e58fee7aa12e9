export const MAX_LINES = 50_000
