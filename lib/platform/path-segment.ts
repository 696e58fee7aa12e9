/** Clients remove the segments `.` and `..` from a URL, even if they are encoded, so such a name cannot be requested. */
export const isPathSegment = (text: string): boolean => text !== '.' && text !== '..'
