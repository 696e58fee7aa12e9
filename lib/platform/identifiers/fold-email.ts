import { domainToASCII } from 'node:url'
import { cleanText } from './clean-text.ts'

/**
 * Returns the spelling by which mailboxes are compared, or an empty text if it is no address. Domains have no case and one
 * spelling in ASCII. Nearly no mail system tells local parts by their case; dots and what follows a plus sign are told
 * apart, since only some systems ignore them.
 */
export const foldEmail = (email: string): string => {
  const text = cleanText(email).replace(/\s+/g, '')
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1).replace(/\.$/, '')]
  if (at < 1 || !domain) return ''
  return `${local.toLowerCase().normalize('NFC')}@${domainToASCII(domain) || domain.toLowerCase()}`
}
