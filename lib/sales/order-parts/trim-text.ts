/** Turns blank text into null. */
export const trimText = (given: string | null | undefined) => (given?.trim() ? given : null)
