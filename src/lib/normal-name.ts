/**
 * Returns a name in the form in which names are compared: in the Unicode form NFKC, without spaces around it, with
 * single spaces inside, and with folded case.
 */
export const normalName = (name: string): string =>
  // Upper case first: "ß" and "SS" then become the same, as with Unicode's full case folding.
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase().toLowerCase().normalize('NFKC')
