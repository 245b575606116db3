/** Returns whether an Accept-Encoding header names a coding with a weight other than 0 (RFC 9110, section 12.5.3). */
export function acceptsEncoding(header: string | readonly string[] | undefined, coding: 'br' | 'gzip'): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((token) => token.trim().toLowerCase())
      return name === coding && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))
    })
}
