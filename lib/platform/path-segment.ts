/** Clients take `.` and `..` out of an address, however they are encoded, so nothing of such a name can be asked for. */
export const isPathSegment = (text: string): boolean => text !== '.' && text !== '..'
