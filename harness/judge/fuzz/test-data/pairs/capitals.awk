# Each line in capitals.
BEGIN { printf "> "; fflush() }
{ print toupper($0); printf "> "; fflush() }
