import { join } from 'node:path'
import { execa } from 'execa'
import { packageRoot } from '../../base/package-root.ts'
import { testFolder } from '../../entries/test-helpers.ts'

/** A small program that is the reference, and others that are nearly the same, in a folder of their own. */
export const { folder, write, newPath } = testFolder()

export const ninehole = (...args: readonly string[]) =>
  execa(process.execPath, [join(packageRoot, 'dist/ninehole.js'), ...args], {
    cwd: folder,
    reject: false,
    stdin: 'ignore',
    stripFinalNewline: false,
    // A test that sends a signal wants to know how the process ends by itself, however long a busy machine takes.
    forceKillAfterDelay: false,
  })
export const fuzz = (...args: readonly string[]) => ninehole('fuzz', '--seed', '1', '--runs', '60', ...args)

/** Adds up numbers. Its prompt is `? `. */
export const sum = (changes: readonly (readonly [string, string])[] = []) =>
  changes.reduce(
    (code, [from, to]) => code.replace(from, () => to),
    `$| = 1; my $sum = 0; print "? ";
while (<STDIN>) { chomp;
  if ($_ eq "quit") { print "bye\\n"; exit 3 }
  if (/^[0-9]{1,5}$/) { $sum += $_; print "sum $sum\\n" } else { print "no number\\n" }
  print "? " }
print "\\nend\\n";`,
  )
write('sum.pl', sum())
write('wrong.pl', sum([['print "sum $sum', '$sum++ if $sum > 99; print "sum $sum']]))
write('spaces.pl', sum([['no number', 'no  number']]))
write('right.pl', sum())
write('status.pl', sum([['exit 3', 'exit 4']]))
export const words = ['--words', '0..20 foo quit']
export const reference = ['--reference', 'perl sum.pl', ...words]
