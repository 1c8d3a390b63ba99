/**
 * Finds the known word that a mistyped word is probably meant to be. One letter may be wrong, missing, surplus or swapped
 * with the next; in words of six letters and more, two.
 */
export const nearest = (word: string, known: readonly string[]): string | undefined =>
  known.find((other) => isWithin(other.length < 6 ? 1 : 2, word, other))

/** Whether at most this many mistakes turn one word into the other. */
function isWithin(mistakes: number, a: string, b: string): boolean {
  if (a === '' || b === '') return a.length + b.length <= mistakes
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(mistakes, restA, restB)
  if (mistakes === 0) return false
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  const ways = [[restA, b], [a, restB], [restA, restB], ...(isSwapped ? [[a.slice(2), b.slice(2)]] : [])] as const
  return ways.some(([a = '', b = '']) => isWithin(mistakes - 1, a, b))
}
