BEGIN{print"x"}
