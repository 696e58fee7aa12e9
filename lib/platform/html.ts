const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const toEntity = (sign: string) => ENTITIES[sign] ?? sign

/** Escapes text between tags. The result is not safe inside an attribute. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, toEntity)

/** Escapes the value of a quoted attribute. The result is safe between tags, too. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, toEntity)
