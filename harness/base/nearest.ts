import mistakesBetween from 'damerau-levenshtein'

/**
 * Finds the known word that a mistyped one probably stands for. One letter may be wrong, missing, added or swapped with the
 * next; two, if the known word has six or more letters.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const mistakes = (other: string) => mistakesBetween(word.toLowerCase(), other).steps
  const most = (other: string) => (other.length < 6 ? 1 : 2)
  const near = known.filter((other) => Math.abs(word.length - other.length) <= 2 && mistakes(other) <= most(other))
  return near.sort((a, b) => mistakes(a) - mistakes(b))[0]
}
