/** Extensions of each type; the first is added to a name that has none of them. */
const EXTENSIONS: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/csv': ['csv'],
  'application/xml': ['xml'],
  'text/plain': ['txt'],
  'text/xml': ['xml'],
  'application/zpl': ['zpl'],
  'application/jsonl': ['jsonl'],
  // Only documents of the platform have this type, which no upload may have.
  'text/html': ['html'],
}

/** Signs that end a line, turn the direction of writing or separate folders. */
const UNSAFE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\\/:]/gu

/** Names that stand for devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|\s|$)/i

/** Cuts the dots and spaces at the end, which Windows leaves out. */
const cutEnd = (name: string): string => {
  let end = name.length
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

/** Builds the name under which a browser saves a file, which ends in an extension of its checked type. */
export const buildSavedName = (filename: string, mimeType: string): string => {
  const bare = cutEnd(filename.replace(UNSAFE, '_').trimStart()) || 'file'
  const name = DEVICE.test(bare) ? `_${bare}` : bare
  const extensions = EXTENSIONS[mimeType.split(';')[0]?.trim() ?? ''] ?? ['bin']
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && extensions.includes(last) ? name : `${name}.${extensions[0]}`
}
