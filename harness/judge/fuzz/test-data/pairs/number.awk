# Each line as a number.
BEGIN { printf "> "; fflush() }
{ print $0 + 0; printf "> "; fflush() }
