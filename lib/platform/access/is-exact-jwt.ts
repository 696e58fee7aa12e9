/**
 * Returns true if the signature of a JWT is spelled as its signer wrote it. Base64 has several spellings of the same bytes,
 * and a token that was altered must not be accepted, even if nothing depends on what was altered.
 */
export const isExactJwt = (jwt: string): boolean => {
  const signature = jwt.slice(jwt.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
