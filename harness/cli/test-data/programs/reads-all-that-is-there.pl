#!/usr/bin/perl
# Takes all that there is: one line, or both where all are sent at once.
$| = 1;
print "> ";
sysread STDIN, $first, 99;
print "> ";
sysread STDIN, $second, 99;
print $second || "more", "\n";
